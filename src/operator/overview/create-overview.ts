import type { Feed } from '../../runtime/engine/feed.ts';
import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Outage } from '../../values/inspection/outage.ts';
import type { NodeNote, Overview } from '../../values/inspection/overview.ts';
import { createSharedReading } from '../../values/shared-reading.ts';
import type { DeferredList } from '../deferred/deferred-list.ts';
import { countTypes } from './count-types.ts';
import type { DependencyWatch } from './dependency-watch.ts';
import { createRecentMinutes } from './recent-minutes.ts';
import { createRecentTicks } from './recent-ticks.ts';

export type OverviewDeps = {
  readonly counts: () => Promise<StoreCounts>;
  /** Counts the actors that were due before `beforeMs` and have not been processed. */
  readonly late: (beforeMs: number) => Promise<Overview['late']>;
  readonly feed: Pick<Feed, 'subscribe'>;
  /** Returns the nodes of the cluster; this node comes first. */
  readonly nodes: () => readonly NodeNote[];
  readonly dependencies: Pick<DependencyWatch, 'notes'>;
  /** Returns the outages that the last checks of the dependencies found, the most far-reaching first. */
  readonly outages: () => readonly Outage[];
  readonly pauses: () => readonly TypePause[];
  readonly deferred: Pick<DeferredList, 'totals' | 'oldest'>;
  /** Returns the id of the actor that reads the vault's events and will process a deferred event. */
  readonly readerOf: DeferredList['readerOf'];
  readonly clock: Clock;
  readonly nodeId: string;
  readonly version: string;
};

/** Milliseconds after its due time from which an actor counts as late. The filter for overdue actors in lists uses the same value. */
const LATE_AFTER_MS = 120_000;

/** Collects the data of the operators' overview. Each reply reads only a few rows of the store, however many actors exist. */
export function createOverview(deps: OverviewDeps): () => Promise<Overview> {
  const { clock, feed, nodes, dependencies, pauses, nodeId, version } = deps;
  const ticks = createRecentTicks();
  const minutes = createRecentMinutes({ clock });
  feed.subscribe((event) => {
    ticks.see(event);
    minutes.see(event);
  });
  const readCounts = createSharedReading(deps.counts, { clock });
  const readDeferred = createSharedReading(() => noteDeferred(deps), { clock });
  const readLate = createSharedReading(() => deps.late(clock.now() - LATE_AFTER_MS), { clock });

  return async () => {
    const [counted, late, deferred, dependencyNotes] = await Promise.all([readCounts(), readLate(), readDeferred(), dependencies.notes()]);
    const { value: counts, atMs: countedAtMs } = counted;
    const nodeNotes = nodes();
    return {
      nowMs: clock.now(),
      nodeId,
      version,
      countedAtMs,
      actors: counts.actors,
      types: countTypes(counts),
      outbox: { entries: counts.outboxEntries, running: nodeNotes.reduce((sum, { effectsRunning }) => sum + effectsRunning, 0) },
      late: late.value,
      quarantined: counts.byTypeAndStatus.reduce((sum, { health, count }) => sum + (health === 'quarantined' ? count : 0), 0),
      ticks: ticks.all(),
      minutes: minutes.all(),
      nodes: nodeNotes,
      dependencies: dependencyNotes,
      outages: deps.outages(),
      paused: pauses(),
      deferred: deferred.value,
    };
  };
}

/** Maximum number of deferred events that the overview shows; the command line lists all. */
const MOST_DEFERRED = 5;

async function noteDeferred({ deferred: list, readerOf }: Pick<OverviewDeps, 'deferred' | 'readerOf'>): Promise<Overview['deferred']> {
  const [totals, oldest] = await Promise.all([list.totals(), list.oldest(MOST_DEFERRED)]);
  const times = totals.flatMap(({ oldestAtMs }) => oldestAtMs ?? []);
  const items = oldest.toSorted((a, b) => (a.firstAtMs ?? 0) - (b.firstAtMs ?? 0)).slice(0, MOST_DEFERRED);
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    oldestAtMs: times.length === 0 ? null : Math.min(...times),
    items: items.map(({ id, chainId, kind, subject, attempts, lastError, nextAttemptAtMs }) => ({
      ...{ id, chainId, putAsideBy: readerOf({ id, chainId }), kind, subject, attempts, lastError, nextAttemptAtMs },
    })),
  };
}
