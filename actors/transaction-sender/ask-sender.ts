import * as v from 'valibot';

/** How a sender tells whoever asked what became of a request. */
export const txSettled = v.object({
  type: v.literal('TX_SETTLED'),
  requestKey: v.pipe(v.string(), v.nonEmpty()),
  outcome: v.picklist(['mined', 'reverted', 'expired', 'withdrawn', 'refused']),
  txHash: v.optional(v.string()),
  blockNumber: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  blockHash: v.optional(v.string()),
  reason: v.optional(v.string()),
});

/** The actor that sends for a key on a chain. */
export function senderIdOf(chainId: number, signer: string): string {
  return `transaction-sender/${chainId}/${signer}`;
}

const openRequest = v.object({ request: v.object({ requestKey: v.string() }) });
const senderSnapshot = v.object({
  context: v.object({ current: v.nullable(openRequest), queue: v.array(openRequest), settled: v.array(openRequest) }),
});

/** Whether a sender, by the snapshot of its reply, still has the request: waiting, in flight, or settled and not acknowledged. */
export function isOpenAt(snapshot: unknown, requestKey: string): boolean {
  const { current, queue, settled } = v.parse(senderSnapshot, snapshot).context;
  return [...(current === null ? [] : [current]), ...queue, ...settled].some(({ request }) => request.requestKey === requestKey);
}
