import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record/record.ts';
import { createStepper } from '../../../src/runtime/step/stepper.ts';
import { type Address, parseAddress } from '../../../src/values/address.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { benchActor, benchMachine } from './bench-machine.ts';

const BATCH = 5_000;

/** Optional function that changes an actor's record before it is written. */
export type Variation = (record: ActorRecord, n: number) => ActorRecord;

/** Writes a number of new actors directly through the store's `commit`. The first `due` of them wake at `dueAtMs`, the others never. */
export async function fillStore(
  store: ActorStore,
  count: number,
  due: number,
  dueAtMs: number,
  vary: Variation = (record) => record,
): Promise<void> {
  const stepper = createStepper(benchMachine);
  const never = Date.UTC(2100, 0, 1);
  for (let from = 0; from < count; from += BATCH) {
    const commits = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => {
      const n = from + i;
      // The due actors are spread over the table, as they would be in a real store.
      const isDue = n % Math.floor(count / due) === 0 && n / Math.floor(count / due) < due;
      const nextOrderAtMs = isDue ? dueAtMs : never;
      const { snapshot } = stepper.start({ wallet: walletOf(n), nextOrderAtMs });
      const id = `${benchActor.type}/p${n}`;
      const next: ActorRecord = {
        id,
        type: benchActor.type,
        shard: shardOf(id),
        revision: 1,
        version: 1,
        epoch: 0,
        snapshot: { status: 'active', value: snapshot.value, context: snapshot.context },
        applied: [`create-${n}`],
        dueAtMs: nextOrderAtMs,
        wakeAtMs: nextOrderAtMs,
        outbox: [],
        keys: { wallet: walletOf(n), chainId: 31_337, status: 'live' },
        health: HEALTHY,
        createdAtMs: dueAtMs,
        updatedAtMs: dueAtMs,
      };
      const note = {
        event: { id: `create-${n}`, type: 'runtime.created', payload: {} },
        atMs: dueAtMs,
        cause: { kind: 'system' as const },
      };
      return { previous: null, next: vary(next, n), note, handle: null };
    });
    const results = await store.commit(commits);
    if (results.some((result) => result !== 'won')) throw new Error('An actor of the benchmark was there already.');
  }
}

export function walletOf(n: number): Address {
  return parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
}
