import './overview-page.css';
import type { Overview } from '../../../../values/inspection/overview.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { ErrorNotice, Loading } from '../../kit/notice.tsx';
import { Time } from '../../kit/time.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { BlockedTotalsBar } from '../actors/blocked-totals.tsx';
import { DeferredItems } from './deferred-list.tsx';
import { DependencyList } from './dependency-list.tsx';
import { MinuteCharts } from './minute-charts.tsx';
import { NodeTable } from './node-table.tsx';
import { PausedTypes } from './paused-types.tsx';
import { TickChart } from './tick-chart.tsx';
import { Tiles } from './tiles.tsx';
import { TodayTiles } from './today-tiles.tsx';
import { TypeList } from './type-list.tsx';

/** The start page of operators: the health of the whole service. */
export function OverviewPage() {
  useTitle('Overview');
  const { data, error, reload } = useData<Overview>('/api/operator/overview');
  useLiveReload({}, reload);
  return (
    <div class="overview">
      <header class="overview-head">
        <h1>Overview</h1>
        {data !== null && (
          <p>
            Node <b>{data.nodeId}</b>, version {data.version}. Actors counted <Time atMs={data.countedAtMs} />.
          </p>
        )}
      </header>
      {error !== null && <ErrorNotice error={error} what="The overview could not be read" onRetry={reload} />}
      {data === null ? error === null && <Loading what="Counting" /> : <Content overview={data} onChange={reload} />}
    </div>
  );
}

function Content({ overview, onChange }: { overview: Overview; onChange: () => void }) {
  return (
    <>
      {overview.paused.length > 0 && <PausedTypes paused={overview.paused} />}
      {overview.deferred.count > 0 && <DeferredItems deferred={overview.deferred} />}
      <TodayTiles />
      <Tiles overview={overview} />
      <BlockedTotalsBar />
      <div class="overview-columns">
        <div class="overview-stack">
          <TypeList types={overview.types} />
          <NodeTable nodes={overview.nodes} nowMs={overview.nowMs} onChange={onChange} />
          <DependencyList dependencies={overview.dependencies} />
        </div>
        <div class="overview-stack">
          <TickChart ticks={overview.ticks} />
          <MinuteCharts minutes={overview.minutes} />
        </div>
      </div>
    </>
  );
}
