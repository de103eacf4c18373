import './type-card.css';
import { useState } from 'preact/hooks';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { TypeFigure } from '../../../../values/inspection/type-figures.ts';
import { actorsHref, Link } from '../../data/router.ts';
import { canAct } from '../../data/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { formatPlural } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Time } from '../../kit/time.tsx';
import { ChartView } from '../chart/chart-view.tsx';
import { EffectTable } from './effect-table.tsx';
import { EventTable } from './event-table.tsx';
import { PauseDialog } from './pause-dialog.tsx';

type TypeCardProps = {
  readonly info: ActorTypeInfo;
  /** Number of existing actors of the type; null until it is known. */
  readonly count: number | null;
  /** The figures of those effects (side effects such as sending a transaction) of the type that were attempted in the last minutes. */
  readonly work: TypeFigure['byEffect'];
  readonly onChange: () => void;
};

export function TypeCard({ info, count, work, onChange }: TypeCardProps) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { type, version, pause, isTicked, isRestorable, events, effects } = info;
  return (
    <Panel
      id={type}
      title={type}
      note={`version ${version}`}
      actions={
        <>
          {count !== null && <Link href={actorsHref({ type })}>{formatPlural(count, 'actor')}</Link>}
          {canAct() && <Button onClick={() => setAsking(true)}>{pause === null ? 'Pause …' : 'Resume …'}</Button>}
        </>
      }
    >
      {pause !== null && (
        <p class="type-card-pause">
          <Badge tone="warn">paused</Badge> by {pause.by} since <Time atMs={pause.atMs} />: “{pause.reason}”
        </p>
      )}
      <p class="type-card-facts">
        {isTicked ? 'Gets ticks when due' : 'Changes only by events from outside'}.{' '}
        {isRestorable ? 'Can be restored to an earlier revision' : 'Cannot be restored'}. {formatPlural(events.length, 'event')},{' '}
        {formatPlural(effects.length, 'effect')}.
      </p>
      <div>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'Chart, events and effects'}
        </Button>
      </div>
      {isOpen && <Details info={info} work={work} />}
      {isAsking && <PauseDialog info={info} count={count} onClose={() => setAsking(false)} onDone={onChange} />}
    </Panel>
  );
}

function Details({ info, work }: Pick<TypeCardProps, 'info' | 'work'>) {
  const [tab, setTab] = useState('chart');
  return (
    <div class="type-card-details">
      <Tabs
        label={`Of ${info.type}`}
        tabs={[
          { key: 'chart', label: 'Chart' },
          { key: 'events', label: 'Events', note: String(info.events.length) },
          { key: 'effects', label: 'Effects', note: String(info.effects.length) },
        ]}
        current={tab}
        onSelect={setTab}
      >
        {tab === 'chart' && <ChartView chart={info.chart} value={null} />}
        {tab === 'events' && <EventTable events={info.events} />}
        {tab === 'effects' && <EffectTable effects={info.effects} work={work} />}
      </Tabs>
    </div>
  );
}
