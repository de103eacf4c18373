import type { Config } from '../config.ts';
import type { EndpointTime } from '../module/platform.ts';
import type { Pause } from '../platform/chain/pause.ts';
import { createMinuteSchedule, type StartTimer } from '../platform/clock/minute-schedule.ts';
import type { Dispatcher, DispatcherStats } from '../platform/cluster/dispatcher.ts';
import { createLocalDispatcher } from '../platform/cluster/local/local-dispatcher.ts';
import { shardsOfGroup } from '../platform/cluster/tick-job.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { Trouble } from '../platform/log/trouble-watch.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { Clock } from '../values/clock.ts';
import { SHARD_COUNT } from '../values/shard.ts';
import type { StoreWatch } from './watch-store.ts';

export type TickSchedule = {
  readonly stats: () => Promise<DispatcherStats>;
  /** What is the matter with what carries the ticks. */
  readonly trouble: () => Trouble | null;
  /** Takes no more ticks; resolves when those that run on this node have ended. */
  readonly stop: () => Promise<void>;
};

export type TickScheduleDeps = {
  readonly system: ActorSystem;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether other nodes tick actors of it, and whether it takes writes: what cannot be recorded is not begun. */
  readonly store: { readonly isShared: boolean; readonly watch: Pick<StoreWatch, 'prove'> };
  /** Told of each group of shards that this node has ticked. */
  readonly onServed?: (shards: readonly [from: number, end: number]) => void;
  readonly startTimer?: StartTimer | undefined;
};

/** A clock that may jump, and what looks at it often enough to tick in the minute that it jumped to. */
export type HarnessTime = {
  readonly clock: Clock;
  readonly startTimer: StartTimer;
  /** For what is cleared up every so often: by that clock as well. */
  readonly clearingTimers: Timers;
  /** The runtime's, when they go by that clock too; the host's unless given. */
  readonly timers?: Timers;
  /** Between two looks at a transaction that was sent; as `timers`. */
  readonly pause?: Pause;
  readonly endpoints?: EndpointTime;
};

/**
 * Hands over a tick for every group of shards in every interval, and once at once: what was missed while nobody ran is made up for. A
 * node that shares its store over Redis shares the ticks as well; any other ticks all actors as one group.
 */
export async function tickSchedule(config: Config, deps: TickScheduleDeps): Promise<TickSchedule> {
  const { clock, log } = deps;
  const everyMs = config.tickIntervalMs;
  const dispatcher = await createDispatcher(config, deps);
  const { groups } = await dispatcher.stats();
  const handOver = async (minute: number): Promise<void> => {
    await Promise.all(Array.from({ length: groups }, (_, group) => dispatcher.dispatch({ group, minute })));
  };
  const repeats = createRepeats({ log, now: () => clock.now() });
  const onError = (error: unknown) => void repeats.error('hand-over', 'A tick could not be handed over', { error });
  const first = handOver(Math.floor(clock.now() / everyMs)).catch(onError);
  const timer = deps.startTimer === undefined ? {} : { startTimer: deps.startTimer };
  const schedule = createMinuteSchedule({ clock, everyMs, onMinute: ({ minute }) => handOver(minute), onError, ...timer });
  return {
    stats: dispatcher.stats,
    trouble: dispatcher.trouble,
    async stop() {
      await schedule.stop();
      await first;
      await dispatcher.drain();
    },
  };
}

/** For statistics, which are numbers only: what is not known is left out. */
export function tickCounts({ isHealthy, waiting, lagMs, ...counts }: DispatcherStats): Record<string, number> {
  return { ...counts, healthy: isHealthy ? 1 : 0, ...(waiting === null ? {} : { waiting }), ...(lagMs === null ? {} : { lagMs }) };
}

async function createDispatcher(config: Config, { system, clock, log, store, onServed }: TickScheduleDeps): Promise<Dispatcher> {
  const everyMs = config.tickIntervalMs;
  if (config.redisUrl === undefined || !store.isShared) {
    return createLocalDispatcher({
      clock,
      log,
      everyMs,
      async onJob({ minute }) {
        await store.watch.prove();
        await system.tick(minute * everyMs);
        onServed?.([0, SHARD_COUNT]);
      },
    });
  }
  // BullMQ takes a tenth of a start, for whoever uses it.
  const { createBullmqDispatcher } = await import('../platform/cluster/bullmq/bullmq-dispatcher.ts');
  return createBullmqDispatcher({
    url: config.redisUrl,
    clock,
    log,
    everyMs,
    async onJob({ group, minute }) {
      await store.watch.prove();
      const shards = shardsOfGroup(group);
      await system.tick(minute * everyMs, { shards });
      onServed?.(shards);
    },
  });
}
