import './history-view.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ActorRecord, HistoryEntry, StateValue } from '../../data/actor-record.ts';
import { asApiError } from '../../data/api.ts';
import { Button } from '../../kit/button.tsx';
import { useKeys } from '../../kit/keys.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { TimeRange } from '../../kit/time-range.tsx';
import { ChartView } from '../chart/chart-view.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { effectNameOf } from './describe-entry.ts';
import { EntryCard } from './entry-card.tsx';
import type { HistorySource } from './history-source.ts';
import { JumpToTime } from './jump-to-time.tsx';
import { RecordPanel } from './record-panel.tsx';
import type { RevisionCache } from './revision-cache.ts';
import { stepDuration } from './step-duration.ts';
import { TimeSlider } from './time-slider.tsx';
import { Timeline } from './timeline.tsx';
import { useRevisionCache } from './use-revision-cache.ts';
import { useTimeRange } from './use-time-range.ts';
import { useTravel } from './use-travel.ts';

type HistoryViewProps = {
  readonly source: HistorySource;
  /** One of the actor's records. The size of the other records is estimated from it. */
  readonly sample: ActorRecord | null;
  /** Elements shown beside the slider that selects a revision, such as a download button. */
  readonly children?: ComponentChildren;
  /** Returns the buttons for the actions that are available for a revision. */
  readonly actions?: (entry: HistoryEntry) => ComponentChildren;
};

/** Number of the actor's previous states that the chart shows. */
const PATH_LENGTH = 12;

/**
 * Shows an actor's revisions: a list of them, a slider through time, and the chosen revision. The revisions come from the service or from a
 * downloaded file.
 */
export function HistoryView({ source: all, ...rest }: HistoryViewProps) {
  const { range, setRange, source } = useTimeRange(all);
  return (
    <div class="history-view-all">
      <div class="history-view-range">
        <TimeRange what="Revisions" value={range} onChange={setRange} />
        {(range.from !== '' || range.to !== '') && (
          <Button look="quiet" onClick={() => setRange({ from: '', to: '' })}>
            All times
          </Button>
        )}
      </div>
      {source === null ? <Empty title="No revision is from this time range" /> : <Revisions source={source} {...rest} />}
    </div>
  );
}

function Revisions({ source, sample, children, actions }: HistoryViewProps) {
  const { oldest, newest, type, units } = source;
  const travel = useTravel(oldest, newest);
  const cache = useRevisionCache(source, sample);
  const [seen, setSeen] = useState({ from: newest, to: newest });
  const { at, comparedWith, goTo, compareWith } = travel;
  const base = comparedWith ?? at - 1;

  useEffect(() => {
    const way = { from: Math.max(oldest, at - PATH_LENGTH), to: at };
    cache.want([way, ...(base >= oldest ? [{ from: base, to: base }] : []), seen], newest);
  }, [cache, at, base, seen.from, seen.to, newest, oldest]);

  useKeys(
    {
      '[': { does: () => goTo(at - 1), what: 'Older revision' },
      ']': { does: () => goTo(at + 1), what: 'Newer revision' },
      c: { does: () => compareWith(at), what: 'Keep this revision, to compare it with another one' },
    },
    'History',
  );

  const entry = cache.entry(at);
  const path = usePath(cache, at, oldest);
  const error = cache.error();
  return (
    <div class="history-view">
      <TimeSlider travel={travel} oldest={oldest} newest={newest} entry={entry}>
        <JumpToTime source={source} fromMs={entry?.atMs ?? Date.now()} goTo={goTo} />
        {children}
      </TimeSlider>
      {error !== null && <ErrorNotice error={asApiError(error)} what="Revisions could not be read" onRetry={cache.retry} />}
      <div class="history-view-parts">
        <Panel title="Timeline" isFlush class="history-view-timeline">
          <Timeline travel={travel} oldest={oldest} newest={newest} cache={cache} onSeen={(from, to) => setSeen({ from, to })} />
        </Panel>
        <div class="history-view-revision">
          {entry === undefined && error === null && <Loading what={`Loading revision ${at}`} />}
          {entry === null && (
            <Empty title={`Revision ${at} is not stored`}>
              <p>It was deleted after the retention period, or an import skipped it. Choose another revision in the timeline.</p>
            </Empty>
          )}
          {entry !== undefined && entry !== null && (
            <>
              <EntryCard
                entry={entry}
                effectName={effectNameOf(entry.cause, cache.entry)}
                duration={stepDuration(entry, cache.entry)}
                actions={actions?.(entry)}
              />
              <ComparePanel
                travel={travel}
                oldest={oldest}
                newest={newest}
                entry={entry}
                other={base >= oldest ? cache.entry(base) : null}
                units={units}
              />
              {type !== null && (
                <Panel title={`The state at revision ${at}`}>
                  <ChartView chart={type.chart} value={entry.to} path={path} />
                </Panel>
              )}
              <RecordPanel record={entry.record} units={units} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Returns the actor's states before a revision, as far as these revisions are loaded; newest last. */
function usePath(cache: RevisionCache, at: number, oldest: number): readonly StateValue[] {
  const states: StateValue[] = [];
  for (let revision = at - 1; revision >= Math.max(oldest, at - PATH_LENGTH); revision -= 1) {
    const entry = cache.entry(revision);
    if (entry === undefined) break;
    if (entry !== null) states.unshift(entry.to);
  }
  const text = JSON.stringify(states);
  // Returns the same array as long as its states are equal. A new array would make the chart redraw for each loaded page of the history.
  return useMemo(() => states, [text]);
}
