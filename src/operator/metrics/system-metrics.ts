import type { LiveFeedStats } from '../../platform/feed/live-feed.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { StoreCounts } from '../../runtime/record/actor-store.ts';
import type { SystemStats } from '../../runtime/system.ts';

export type SystemMetricsDeps = {
  readonly system: () => Pick<SystemStats, 'residents' | 'asksOutstanding' | 'commitsOutstanding' | 'effectsRunning' | 'steps'>;
  readonly feed: () => LiveFeedStats;
  readonly requestsPending: () => number;
  readonly counts: () => Promise<StoreCounts>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Old enough to ask the store again how many actors there are. */
const COUNTS_EVERY_MS = 5_000;

/** Gauges of what the node has in hand, read when somebody asks. */
export function showSystem(metrics: Metrics, deps: SystemMetricsDeps): void {
  const residents = metrics.gauge('coxswain_resident_actors', 'Actors in memory.', []).of();
  const asks = metrics.gauge('coxswain_asks_outstanding', 'Asks from outside that wait for their actor or for a commit.', []).of();
  const commits = metrics.gauge('coxswain_commits_outstanding', 'Commits that wait for the store.', []).of();
  const effects = metrics.gauge('coxswain_effects_running', 'Effects that run on this node.', []).of();
  const steps = metrics.counter('coxswain_steps_total', 'Steps taken, those that changed nothing included.', ['type']);
  const pending = metrics.gauge('coxswain_http_requests_in_flight', 'Requests that were not answered yet.', []).of();
  const followers = metrics.gauge('coxswain_feed_followers', 'Who follows the live feed on this node.', []).of();
  const connected = metrics
    .gauge('coxswain_feed_connected', '1 while events of other nodes come in, also on a node that has no others.', [])
    .of();
  const feedEvents = metrics.counter(
    'coxswain_feed_events_total',
    'Events of the live feed: own, sent to other nodes, left out, received from others.',
    ['direction'],
  );
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

/** What the whole store holds, of all nodes: every node of a cluster says the same. */
function showCounts(metrics: Metrics, { counts, now, onError }: SystemMetricsDeps): void {
  const actors = metrics.gauge('coxswain_actors', 'Actors in the store, by type and health.', ['type', 'health']);
  const outbox = metrics.gauge('coxswain_outbox_entries', 'Effects in all outboxes of the store: asked for, and not settled.', []).of();
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
        // Known to be none, rather than not known: an alert on it can resolve.
        if (!shown.has(`${type}/quarantined`)) shown.set(`${type}/quarantined`, { type, health: 'quarantined' });
      }
      for (const [key, { type, health }] of shown) actors.of(type, health).set(sums.get(key) ?? 0);
    },
  });
  metrics.beforeReading(sample);
}
