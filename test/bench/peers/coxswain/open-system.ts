import { systemClock } from '../../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { createMongoStore } from '../../../../src/platform/store/mongo/mongo-store.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import { createActorSystem } from '../../../../src/runtime/system.ts';
import type { ActorSystem } from '../../../../src/runtime/system-options.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { postReport } from '../counter/post-report.ts';
import { counterActor } from './counter-actor.ts';

export type OpenSystem = { readonly system: ActorSystem; readonly close: () => Promise<void> };

/**
 * Opens an actor system with counters on the store at this URL (`sqlite:PATH` or `mongodb://...`), configured like the service's own
 * actors.
 */
export async function openSystem(storeUrl: string, collectorUrl: string): Promise<OpenSystem> {
  const isShared = storeUrl.startsWith('mongodb:');
  const store = isShared
    ? await createMongoStore({ url: storeUrl, clock: systemClock })
    : createSqliteStore({ path: storeUrl.slice('sqlite:'.length), clock: systemClock });
  const actor = implementActor(counterActor, {
    effects: {
      report: {
        async run({ id }, { signal }) {
          await postReport(collectorUrl, id, signal);
          return null;
        },
        async reconcile({ id }, { signal }) {
          const response = await fetch(`${collectorUrl}/reports/${id}`, { signal });
          await response.arrayBuffer();
          if (response.status === 404) return { happened: false };
          if (!response.ok) throw new Error(`The collector answered ${response.status}`);
          return { happened: true, event: null };
        },
      },
    },
  });
  const system = createActorSystem({
    actors: [actor],
    store: store.actors,
    clock: systemClock,
    timers: systemTimers,
    ids: randomIds,
    random: Math.random,
    nodeId: `node-${process.pid}`,
    onError: (error) => console.error(error),
  });
  system.start();
  // As in the service, a SQLite file has only one process, so existing leases belong to a dead process and are taken over.
  if (!isShared) await system.takeOver();
  return {
    system,
    async close() {
      await system.drain(5_000);
      await store.close();
    },
  };
}
