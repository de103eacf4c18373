import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { createSqliteStore, type SqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { type ImplementedActor, implementActor } from '../../../src/runtime/define/implement-actor.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import type { ActorSystem } from '../../../src/runtime/system-options.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { benchActor } from './bench-machine.ts';

export type BenchSystem = { readonly system: ActorSystem; readonly store: SqliteStore; readonly close: () => Promise<void> };

/** Returns the price that the machine sees at a tick: above the machine's limit, so that the tick changes nothing, or below it. */
export type PriceOf = () => number;

/** Creates a system with actors of the bench machine, on SQLite with `synchronous=FULL`, configured like the service's own. */
export function createBenchSystem(
  path: string,
  options: { readonly maxResidents?: number; readonly price?: PriceOf; readonly actor?: ImplementedActor } = {},
): BenchSystem {
  const store = createSqliteStore({ path, clock: systemClock });
  const actor = implementActor(benchActor, {
    effects: { notify: { run: async () => ({ type: 'NOTED' as const }) } },
    facts: async (keys) => new Map(keys.map((key) => [key, options.price?.() ?? 500])),
  });
  const system = createActorSystem({
    actors: [options.actor ?? actor],
    store: store.actors,
    clock: systemClock,
    timers: systemTimers,
    ids: randomIds,
    random: Math.random,
    nodeId: 'bench',
    maxResidents: options.maxResidents ?? 1_000_000,
    maxOutstanding: 100_000,
  });
  return {
    system,
    store,
    async close() {
      await system.drain(10_000);
      await store.close();
    },
  };
}
