import { createMemoryActorStore } from '../platform/store/memory/memory-actor-store.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import type { FeedEvent, TickReport } from '../runtime/engine/feed.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import { createActorSystem } from '../runtime/system.ts';
import type { ActorSystem, SystemOptions } from '../runtime/system-options.ts';
import { createFaultyStore, type FaultPlan } from './faulty-store.ts';
import { seededRandom } from './seeded-random.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export type TestSystemOptions = Partial<Omit<SystemOptions, 'actors' | 'clock' | 'timers'>> & {
  readonly actors: readonly ImplementedActor[];
  /**
   * Seed of the random numbers for jitter and ids; default 1. Two test systems on one store represent two nodes, so each needs its own
   * seed.
   */
  readonly seed?: number;
  /** Start of the test's virtual time, in UTC ms. Default 2026-01-01T00:00:00Z. */
  readonly startMs?: number;
  /** The store of the test system; defaults to a new memory store. */
  readonly store?: ActorStore;
};

export type TestSystem = {
  /** Returns the running system. After a `crash` it returns the system that was started again. */
  readonly system: () => ActorSystem;
  readonly store: ActorStore;
  readonly time: VirtualTime;
  /** All feed events that the test system's processes have published so far, including those before a crash. */
  readonly events: readonly FeedEvent[];
  /** Waits until the system is idle: no commit is in progress, and no effect can continue before virtual time passes. */
  readonly settle: () => Promise<void>;
  /**
   * Advances virtual time. Timers fire in order, and the system settles after each timer. The ticks of each minute are not included; `tick`
   * runs such a tick.
   */
  readonly advance: (byMs: number) => Promise<void>;
  /** Advances virtual time to the next minute tick and runs that tick. */
  readonly tick: () => Promise<TickReport | null>;
  /**
   * Sets the plan that decides which later commits fail; null for no faults. A `crash` fault also crashes the whole test system, as `crash`
   * does.
   */
  readonly faults: (plan: FaultPlan | null) => void;
  /** Simulates kill -9 of the process and a restart on the same store: running work is lost, acknowledged commits remain. */
  readonly crash: () => void;
  readonly crashes: () => number;
};

const START_MS = Date.UTC(2026, 0, 1);
/** Number of consecutive checks without any change after which the test system counts as idle. */
const QUIET_ROUNDS = 4;
/**
 * Maximum number of checks while the test system still changes. After that, the test fails with an error that the system never becomes
 * idle.
 */
const MAX_ROUNDS = 100_000;

/**
 * Creates a whole actor system for one test: virtual time, a memory store, random jitter and ids from a seed, frozen contexts, and faults
 * on demand.
 *
 * @example
 * const test = createTestSystem({ actors: [lampActor] });
 * await test.system().of(lamp, 'hall').create(undefined);
 * await test.system().of(lamp, 'hall').ask({ type: 'PRESS' });
 * test.crash();
 * (await test.system().of(lamp, 'hall').read())?.view; // => { isOn: true }
 */
export function createTestSystem(options: TestSystemOptions): TestSystem {
  const { seed = 1, startMs = START_MS, store = createMemoryActorStore(), ...rest } = options;
  const time = createVirtualTime(startMs);
  const random = seededRandom(seed);
  const events: FeedEvent[] = [];
  const tickEveryMs = options.tickEveryMs ?? 60_000;
  let nextId = 0;
  let nodes = 0;
  let crashes = 0;
  let moved = 0;
  let plan: FaultPlan | null = null;
  let crashed = Promise.withResolvers<null>();
  let process = boot();

  function newId(): string {
    nextId += 1;
    return `id-${seed}-${nextId}`;
  }

  function boot() {
    nodes += 1;
    const line = createFaultyStore({ inner: store, onCrash: crash });
    line.plan(plan);
    const counted: ActorStore = {
      ...line.store,
      commit: (commits) => {
        moved += 1;
        return line.store.commit(commits).finally(() => {
          moved += 1;
        });
      },
    };
    const system = createActorSystem({
      ids: newId,
      random,
      nodeId: `node-${seed}-${nodes}`,
      freezeContexts: true,
      ...rest,
      store: counted,
      clock: time.clock,
      timers: time.timers,
    });
    const unsubscribe = system.feed.subscribe((event) => {
      moved += 1;
      events.push(event);
    });
    system.start();
    return { system, line, unsubscribe };
  }

  function crash(): void {
    crashes += 1;
    process.line.kill();
    process.unsubscribe();
    time.forgetTimers();
    process = boot();
    crashed.resolve(null);
    crashed = Promise.withResolvers();
  }

  async function settle(): Promise<void> {
    let quiet = 0;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const before = moved;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = moved === before && process.system.stats().commitsOutstanding === 0 ? quiet + 1 : 0;
      if (quiet >= QUIET_ROUNDS) return;
    }
    throw new Error(`The system did not settle in ${MAX_ROUNDS} rounds: some work repeats without time passing.`);
  }

  async function advance(byMs: number): Promise<void> {
    const untilMs = time.clock.now() + byMs;
    await settle();
    for (let next = time.nextTimerMs(); next !== null && next <= untilMs; next = time.nextTimerMs()) {
      time.moveTo(next);
      await settle();
    }
    time.moveTo(untilMs);
    await settle();
  }

  return {
    system: () => process.system,
    store,
    time,
    events,
    settle,
    advance,
    async tick() {
      const nowMs = time.clock.now();
      const nextMs = (Math.floor(nowMs / tickEveryMs) + 1) * tickEveryMs;
      await advance(nextMs - nowMs);
      // A crash during the tick ends the simulated process, so the promise of its tick never settles. Therefore this wait also ends when
      // the system crashes.
      const report = await Promise.race([process.system.tick(nextMs), crashed.promise]);
      await settle();
      return report;
    },
    faults(next) {
      plan = next;
      process.line.plan(next);
    },
    crash,
    crashes: () => crashes,
  };
}
