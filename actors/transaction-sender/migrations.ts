import * as v from 'valibot';
import type { PersistedSnapshot } from '../../src/runtime/record/record.ts';

const inFlight = v.looseObject({
  request: v.looseObject({ requestKey: v.string() }),
  nonce: v.nullable(v.number()),
  versions: v.array(v.unknown()),
});
const first = v.looseObject({ current: v.nullable(inFlight), queue: v.array(inFlight), round: v.number() });

/**
 * Migrates a stored state of version 1 to version 2. Version 2 stores several requests in flight (`flights`). Version 1 stored only one
 * request in flight (`current`). It kept signed requests that waited for another check in the queue.
 */
export function listFlights(snapshot: PersistedSnapshot): PersistedSnapshot {
  const { current, queue, round, ...context } = v.parse(first, snapshot.context);
  const isSigned = ({ versions }: v.InferOutput<typeof inFlight>) => versions.length > 0;
  const signed = [...(current === null ? [] : [current]), ...queue].filter(isSigned);
  const isWorking = snapshot.value === 'replacing' || snapshot.value === 'cancelling' || snapshot.value === 'broadcasting';
  return {
    ...snapshot,
    context: {
      ...context,
      current: current === null || isSigned(current) ? null : current,
      flights: signed.toSorted((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0)),
      queue: queue.filter((one) => !isSigned(one)),
      focus: isWorking && current !== null ? current.request.requestKey : null,
      tasks: [],
      facts: null,
      gap: null,
      frontier: null,
      postponed: null,
      problem: null,
      round,
      lookRound: round,
      isLooking: snapshot.value === 'confirming',
      maxInFlight: 1,
    },
  };
}
