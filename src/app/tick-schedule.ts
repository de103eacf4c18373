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
import type { ActorSystem } from '../runtime/system-options.ts';
import type { Clock } from '../values/clock.ts';
import { SHARD_COUNT } from '../values/shard.ts';
import type { StoreWatch } from './watch-store.ts';

export type TickSchedule = {
  readonly stats: () => Promise<DispatcherStats>;
  /** Returns the current problem of the queue through which the nodes divide ticks; null when there is none. */
  readonly trouble: () => Trouble | null;
  /** Stops accepting ticks (checks of due actors); resolves when the running ticks have ended. */
  readonly stop: () => Promise<void>;
};

export type TickScheduleDeps = {
  readonly system: ActorSystem;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The store. `isShared` states whether other nodes also process its actors. `watch` states whether the store accepts writes; no tick
   * starts while the store refuses them.
   */
  readonly store: { readonly isShared: boolean; readonly watch: Pick<StoreWatch, 'prove'> };
  /** Called after this node has processed the due actors of a group of shards, with the range of the group's shard numbers. */
  readonly onServed?: (shards: readonly [from: number, end: number]) => void;
  readonly startTimer?: StartTimer | undefined;
};

/**
 * The clock and timers of a test harness. The clock may jump ahead. The timers notice a jump soon enough that the tick for the new time
 * still runs.
 */
export type HarnessTime = {
  readonly clock: Clock;
  readonly startTimer: StartTimer;
  /** Timers of the test harness for periodic deletion of expired data. */
  readonly clearingTimers: Timers;
  /** Timers of the actor runtime, if they use the harness's clock as well; defaults to the host's timers. */
  readonly timers?: Timers;
  /** Waits before the next check whether a sent transaction was mined; defaults to the host's timer. */
  readonly pause?: Pause;
  readonly endpoints?: EndpointTime;
};

/**
 * Starts the schedule of ticks (checks of due actors): in every interval, each group of shards (parts of the actors) gets one tick. If
 * ticks were missed while no node ran, only one tick is made for them, immediately. Nodes that share a store through Redis divide the
 * groups among themselves; a node without Redis processes all actors as one group.
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
  const onError = (error: unknown) => void repeats.error('hand-over', 'Dispatching a tick failed', { error });
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

/** Returns the counters of the ticks (checks of due actors) as numbers. Unknown counters are omitted. */
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
  // The package BullMQ is loaded on demand, because loading it takes a tenth of the start time.
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
