import * as v from 'valibot';
import { evmHash } from '../branded.ts';

/** The event by which a transaction sender reports a request's outcome to the requester. */
export const txSettled = v.object({
  type: v.literal('TX_SETTLED'),
  requestKey: v.pipe(v.string(), v.nonEmpty()),
  outcome: v.picklist(['mined', 'reverted', 'expired', 'withdrawn', 'refused']),
  txHash: v.optional(evmHash),
  blockNumber: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  blockHash: v.optional(evmHash),
  reason: v.optional(v.string()),
});

/** Returns the id of the actor that sends the transactions of one key on one chain. */
export function senderIdOf(chainId: number, signer: string): string {
  return `transaction-sender/${chainId}/${signer}`;
}

const openRequest = v.object({ request: v.object({ requestKey: v.string() }) });
const senderSnapshot = v.object({
  context: v.object({
    current: v.nullable(openRequest),
    // `flights` (the requests in flight) is missing in replies of an earlier version.
    flights: v.optional(v.array(openRequest), []),
    queue: v.array(openRequest),
    settled: v.array(openRequest),
  }),
});

/**
 * Whether a transaction sender still stores a request: queued, in flight, or settled and not acknowledged. `snapshot` is the sender's
 * state, as contained in the sender's reply.
 */
export function isOpenAt(snapshot: unknown, requestKey: string): boolean {
  const { current, flights, queue, settled } = v.parse(senderSnapshot, snapshot).context;
  return [...(current === null ? [] : [current]), ...flights, ...queue, ...settled].some(
    ({ request }) => request.requestKey === requestKey,
  );
}
