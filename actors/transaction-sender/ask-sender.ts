import * as v from 'valibot';

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
