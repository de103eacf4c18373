import { EFFECT_SECONDS, TICK_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, gaugeOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Counter, Histogram, Metrics } from '../../platform/metrics/metrics.ts';
import type { Feed, FeedEvent, TickReport } from '../../runtime/engine/feed.ts';
import type { CauseKind } from '../../runtime/record/record.ts';
import { typeOf } from '../../values/actor-id.ts';

/** Metric families for the events of the live feed. */
export const FEED_METRICS = {
  commits: counterOf('coxswain_commits_total', 'Number of stored changes of actors (commits), by cause.', ['type', 'cause']),
  eventsRefused: counterOf(
    'coxswain_events_refused_total',
    'Number of events that actors ignored, because their state had no transition for the event.',
    ['type'],
  ),
  stepErrors: counterOf(
    'coxswain_step_errors_total',
    'Number of events whose processing failed with an error and left the actor unchanged.',
    ['type'],
  ),
  commitConflicts: counterOf(
    'coxswain_commit_conflicts_total',
    'Number of writes of an actor that were repeated or checked, because another write came first or the result was unknown.',
    ['type'],
  ),
  quarantines: counterOf('coxswain_quarantines_total', 'Number of times that an actor was quarantined (stopped until an operator acts).', [
    'type',
  ]),
  effects: counterOf(
    'coxswain_effects_total',
    'Number of completed attempts to perform an effect of an actor (such as sending a transaction), by result.',
    ['type', 'effect', 'outcome'],
  ),
  effectDurationSeconds: histogramOf(
    'coxswain_effect_duration_seconds',
    'Duration in seconds of one attempt to perform an effect of an actor (such as sending a transaction), including the storing of the result.',
    ['type', 'effect'],
    EFFECT_SECONDS,
  ),
  factsFailures: counterOf(
    'coxswain_facts_failures_total',
    'Number of ticks (runs of scheduled work) in which no actor of a type was processed, because data that the actors need could not be read.',
    ['type'],
  ),
  topicsFailures: counterOf('coxswain_topics_failures_total', 'Number of failed reads of values (such as prices) that actors wait for.', [
    'type',
  ]),
  storeErrors: counterOf('coxswain_store_errors_total', 'Number of failed store operations, by operation.', ['doing']),
  tickDurationSeconds: histogramOf(
    'coxswain_tick_duration_seconds',
    'Duration of a tick (a run of scheduled work, usually once a minute), in seconds.',
    [],
    TICK_SECONDS,
  ),
  tickLagSeconds: gaugeOf(
    'coxswain_tick_lag_seconds',
    'Seconds by which the last tick (run of scheduled work) of this node started late.',
    [],
  ),
  tickLastTimestampSeconds: gaugeOf(
    'coxswain_tick_last_timestamp_seconds',
    'Unix time in seconds at which the last tick (run of scheduled work) of this node ended; 0 before the first.',
    [],
  ),
  ticksMissed: counterOf(
    'coxswain_ticks_missed_total',
    'Number of missed ticks (runs of scheduled work). The next tick did the work of the missed ones.',
    [],
  ),
  tickActors: counterOf(
    'coxswain_tick_actors_total',
    'Number of actors that ticks (runs of scheduled work) handled, by stage: due, triggered by a value, processed (stepped), stored (committed), failed.',
    ['outcome'],
  ),
  tickEffectsWoken: counterOf(
    'coxswain_tick_effects_woken_total',
    'Number of waiting effects (such as transactions to send) that ticks (runs of scheduled work) found.',
    [],
  ),
  tickFactsFetched: counterOf(
    'coxswain_tick_facts_fetched_total',
    'Number of values (such as prices and balances) that ticks (runs of scheduled work) fetched.',
    [],
  ),
};

type CommitsByCause = Readonly<Record<CauseKind, Counter>>;
type OfEffect = { readonly outcomes: ReadonlyMap<string, Counter>; readonly seconds: Histogram };

const CAUSES: readonly CauseKind[] = ['http', 'tick', 'effect', 'actor', 'operator', 'system'];
const OUTCOMES = ['settled', 'failed', 'retry', 'indeterminate', 'quarantined'] as const;

/** Counts the runtime's events. Commits are frequent, so each actor type's counters are looked up once and then cached. */
export function countFeed(feed: Feed, metrics: Metrics): void {
  const commits = metrics.counter(FEED_METRICS.commits);
  const refused = metrics.counter(FEED_METRICS.eventsRefused);
  const stepErrors = metrics.counter(FEED_METRICS.stepErrors);
  const conflicts = metrics.counter(FEED_METRICS.commitConflicts);
  const quarantines = metrics.counter(FEED_METRICS.quarantines);
  const effects = metrics.counter(FEED_METRICS.effects);
  const effectSeconds = metrics.histogram(FEED_METRICS.effectDurationSeconds);
  const factsFailed = metrics.counter(FEED_METRICS.factsFailures);
  const topicsFailed = metrics.counter(FEED_METRICS.topicsFailures);
  const storeErrors = metrics.counter(FEED_METRICS.storeErrors);
  const onTick = countTicks(metrics);

  const commitsByType = new Map<string, CommitsByCause>();
  const effectsByType = new Map<string, Map<string, OfEffect>>();

  function commitsOf(type: string): CommitsByCause {
    const [http, tick, effect, actor, operator, system] = CAUSES.map((cause) => commits.of(type, cause));
    if (!http || !tick || !effect || !actor || !operator || !system)
      throw new Error('The cause of a stored change of an actor has no counter');
    const byCause = { http, tick, effect, actor, operator, system };
    commitsByType.set(type, byCause);
    return byCause;
  }

  function effectOf(type: string, name: string): OfEffect {
    const ofType = effectsByType.get(type) ?? new Map<string, OfEffect>();
    effectsByType.set(type, ofType);
    const made = {
      outcomes: new Map(OUTCOMES.map((outcome) => [outcome, effects.of(type, name, outcome)])),
      seconds: effectSeconds.of(type, name),
    };
    ofType.set(name, made);
    return made;
  }

  function count(event: FeedEvent): void {
    switch (event.kind) {
      case 'committed': {
        const type = typeOf(event.id);
        (commitsByType.get(type) ?? commitsOf(type))[event.cause.kind].inc();
        return;
      }
      case 'effect-ended': {
        const type = typeOf(event.id);
        const { outcomes, seconds } = effectsByType.get(type)?.get(event.name) ?? effectOf(type, event.name);
        outcomes.get(event.outcome)?.inc();
        seconds.observe(event.ms / 1_000);
        return;
      }
      case 'not-accepted':
        refused.of(typeOf(event.id)).inc();
        return;
      case 'step-failed':
        stepErrors.of(typeOf(event.id)).inc();
        return;
      case 'conflict':
        conflicts.of(typeOf(event.id)).inc();
        return;
      case 'quarantined':
        quarantines.of(typeOf(event.id)).inc();
        return;
      case 'facts-failed':
        factsFailed.of(event.type).inc(event.keys);
        return;
      case 'topics-failed':
        topicsFailed.of(event.type).inc(event.topics);
        return;
      case 'store-error':
        storeErrors.of(event.doing).inc();
        return;
      case 'tick':
        onTick(event.report, event.atMs);
        return;
      default:
        // The remaining kinds of events are not counted. For example, `effect-started` is not needed, because the number of running effects
        // is already exported as a gauge.
        return;
    }
  }
  feed.subscribe(count);
}

function countTicks(metrics: Metrics): (report: TickReport, endedAtMs: number) => void {
  const seconds = metrics.histogram(FEED_METRICS.tickDurationSeconds).of();
  const lag = metrics.gauge(FEED_METRICS.tickLagSeconds).of();
  const last = metrics.gauge(FEED_METRICS.tickLastTimestampSeconds).of();
  const missed = metrics.counter(FEED_METRICS.ticksMissed).of();
  const actors = metrics.counter(FEED_METRICS.tickActors);
  const [due, triggered, stepped, committed, failed] = [
    actors.of('due'),
    actors.of('triggered'),
    actors.of('stepped'),
    actors.of('committed'),
    actors.of('failed'),
  ];
  const effectsWoken = metrics.counter(FEED_METRICS.tickEffectsWoken).of();
  const facts = metrics.counter(FEED_METRICS.tickFactsFetched).of();
  return (report, endedAtMs) => {
    seconds.observe(report.tookMs / 1_000);
    lag.set(Math.max(0, endedAtMs - report.tookMs - report.tickAtMs) / 1_000);
    last.set(endedAtMs / 1_000);
    missed.inc(report.missed);
    due.inc(report.due);
    triggered.inc(report.triggered);
    stepped.inc(report.stepped);
    committed.inc(report.committed);
    failed.inc(report.failed);
    effectsWoken.inc(report.effectsWoken);
    facts.inc(report.factsFetched);
  };
}
