import type { LiveFeedStats } from '../../platform/feed/live-feed.ts';
import { counterOf, gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { SystemStats } from '../../runtime/system-options.ts';

/** Metric families for the actor system. */
export const SYSTEM_METRICS = {
  residentActors: gaugeOf('coxswain_resident_actors', 'Number of actors in memory.', []),
  asksOutstanding: gaugeOf(
    'coxswain_asks_outstanding',
    'Number of events from outside that wait to be processed by their actor or to be stored.',
    [],
  ),
  commitsOutstanding: gaugeOf(
    'coxswain_commits_outstanding',
    'Number of changes of actors (commits) that wait to be written to the store.',
    [],
  ),
  effectsRunning: gaugeOf(
    'coxswain_effects_running',
    'Number of effects of actors (such as sending a transaction) that are running on this node.',
    [],
  ),
  steps: counterOf('coxswain_steps_total', 'Number of events that actors processed, including events that changed nothing.', ['type']),
  httpRequestsInFlight: gaugeOf('coxswain_http_requests_in_flight', 'Number of HTTP requests in progress.', []),
  feedFollowers: gaugeOf('coxswain_feed_followers', 'Number of subscribers of the live feed on this node.', []),
  feedConnected: gaugeOf('coxswain_feed_connected', '1 while this node is connected to the events of other nodes, otherwise 0.', []),
  feedEvents: counterOf(
    'coxswain_feed_events_total',
    'Number of events of the live feed, by kind: own, sent to other nodes, dropped, received from other nodes.',
    ['direction'],
  ),
  actors: gaugeOf('coxswain_actors', 'Number of actors in the store, by type and health.', ['type', 'health']),
  outboxEntries: gaugeOf(
    'coxswain_outbox_entries',
    'Number of effects (such as transactions to send) that actors in the store have requested and that are not completed.',
    [],
  ),
};

export type SystemMetricsDeps = {
  readonly system: () => Pick<SystemStats, 'residents' | 'asksOutstanding' | 'commitsOutstanding' | 'effectsRunning' | 'steps'>;
  readonly feed: () => LiveFeedStats;
  readonly requestsPending: () => number;
  readonly counts: () => Promise<StoreCounts>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Milliseconds for which the numbers of actors are cached before they are read from the store again. */
const COUNTS_EVERY_MS = 5_000;

/** Exports gauges of the actor system's current work on this node, which are read each time the metrics are scraped. */
export function showSystem(metrics: Metrics, deps: SystemMetricsDeps): void {
  const residents = metrics.gauge(SYSTEM_METRICS.residentActors).of();
  const asks = metrics.gauge(SYSTEM_METRICS.asksOutstanding).of();
  const commits = metrics.gauge(SYSTEM_METRICS.commitsOutstanding).of();
  const effects = metrics.gauge(SYSTEM_METRICS.effectsRunning).of();
  const steps = metrics.counter(SYSTEM_METRICS.steps);
  const pending = metrics.gauge(SYSTEM_METRICS.httpRequestsInFlight).of();
  const followers = metrics.gauge(SYSTEM_METRICS.feedFollowers).of();
  const connected = metrics.gauge(SYSTEM_METRICS.feedConnected).of();
  const feedEvents = metrics.counter(SYSTEM_METRICS.feedEvents);
  metrics.beforeReading(() => {
    const stats = deps.system();
    residents.set(stats.residents);
    asks.set(stats.asksOutstanding);
    commits.set(stats.commitsOutstanding);
    effects.set(stats.effectsRunning);
    for (const [type, taken] of Object.entries(stats.steps)) steps.of(type).follow(taken);
    pending.set(deps.requestsPending());
    const feed = deps.feed();
    followers.set(feed.followers);
    connected.set(feed.isConnected === false ? 0 : 1);
    feedEvents.of('own').follow(feed.own);
    feedEvents.of('sent').follow(feed.sent);
    feedEvents.of('unsent').follow(feed.unsent);
    feedEvents.of('received').follow(feed.received);
  });
  showCounts(metrics, deps);
}

/** Exports gauges of the actors in the whole store. All nodes of a cluster export the same values. */
function showCounts(metrics: Metrics, { counts, now, onError }: SystemMetricsDeps): void {
  const actors = metrics.gauge(SYSTEM_METRICS.actors);
  const outbox = metrics.gauge(SYSTEM_METRICS.outboxEntries).of();
  const shown = new Map<string, { readonly type: string; readonly health: string }>();
  const sample = createSampled({
    everyMs: COUNTS_EVERY_MS,
    now,
    onError,
    async look() {
      const { byTypeAndStatus, outboxEntries } = await counts();
      outbox.set(outboxEntries);
      const sums = new Map<string, number>();
      for (const { type, health, count } of byTypeAndStatus) {
        const key = `${type}/${health}`;
        sums.set(key, (sums.get(key) ?? 0) + count);
        shown.set(key, { type, health });
        // For a type without quarantined actors, the gauge is exported as 0. If it were missing, an alert based on it would never end.
        if (!shown.has(`${type}/quarantined`)) shown.set(`${type}/quarantined`, { type, health: 'quarantined' });
      }
      for (const [key, { type, health }] of shown) actors.of(type, health).set(sums.get(key) ?? 0);
    },
  });
  metrics.beforeReading(sample);
}
