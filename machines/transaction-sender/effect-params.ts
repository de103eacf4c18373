import type { RequestedCall, SendRequest, Settled, StoredFees, TransactionSenderContext } from './context.ts';
import { type Watch, watchOf } from './decide.ts';
import { displacedBy } from './turns.ts';

type Key = { readonly chainId: number; readonly signer: string; readonly round: number };

export type PrepareParams = Key & {
  readonly call: RequestedCall;
  readonly deadlineSec: number;
  /** Recently mined transactions: a lagging node may still offer their nonces. */
  readonly recent: readonly { readonly nonce: number; readonly hash: string }[];
};
export type SignParams = Key & {
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly gas: string;
  readonly fees: StoredFees;
};
export type BroadcastParams = Key & { readonly raw: string; readonly hash: string };
export type AwaitReceiptParams = Key & { readonly call: RequestedCall; readonly watch: Watch };
/** Parameters of the reply `TX_SETTLED` to the requester. */
export type ReplyParams = {
  readonly replyTo: string;
  readonly requestKey: string;
  readonly outcome: Settled['outcome'];
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly reason: string | null;
};

const NO_CALL: RequestedCall = { to: '0x', data: '0x', value: '0', gas: null };

export function prepareParams(context: TransactionSenderContext): PrepareParams {
  const request = context.current?.request;
  return {
    ...keyOf(context),
    call: request?.call ?? NO_CALL,
    deadlineSec: request?.deadlineSec ?? 0,
    recent: context.recent.map(({ nonce, hash }) => ({ nonce, hash })),
  };
}

/** Parameters for signing the planned transaction. A cancellation and a filler are transfers of 0 to the signer itself. */
export function signParams(context: TransactionSenderContext): SignParams {
  const { plan, current, signer } = context;
  if (plan === null) throw new Error('Cannot sign: no transaction is planned.');
  const call = current?.request.call;
  const { to, data, value } = plan.kind === 'call' && call ? call : { to: signer, data: '0x', value: '0' };
  return { ...keyOf(context), nonce: plan.nonce, to, data, value, gas: plan.gas, fees: plan.fees };
}

export function broadcastParams(context: TransactionSenderContext): BroadcastParams {
  const { resending, recent, current } = context;
  const bytes = resending === null ? current?.versions.at(-1) : recent.find(({ nonce }) => nonce === resending);
  if (bytes === undefined) throw new Error('Cannot broadcast: no signed transaction is stored.');
  return { ...keyOf(context), raw: bytes.raw, hash: bytes.hash };
}

export function awaitReceiptParams(context: TransactionSenderContext): AwaitReceiptParams {
  const { current } = context;
  if (current === null) throw new Error('Cannot wait for a receipt: no request is in flight.');
  return { ...keyOf(context), call: current.request.call, watch: watchOf(context, current) };
}

export function replyParams(settled: Settled | undefined): ReplyParams {
  if (settled === undefined) throw new Error('Cannot reply: no request has settled.');
  const { request, outcome, txHash, blockNumber, blockHash, reason } = settled;
  return { replyTo: request.replyTo, requestKey: request.requestKey, outcome, txHash, blockNumber, blockHash, reason };
}

/** Builds the reply to a request that is not sent at all. */
export function unsentReply(
  request: Pick<SendRequest, 'replyTo' | 'requestKey'>,
  outcome: 'withdrawn' | 'refused',
  reason: string,
): ReplyParams {
  const { replyTo, requestKey } = request;
  return { replyTo, requestKey, outcome, reason, txHash: null, blockNumber: null, blockHash: null };
}

/** Builds the reply to a waiting request that is dropped in favour of another one. */
export function displacedReply(context: TransactionSenderContext, request: SendRequest): ReplyParams {
  const found = displacedBy(context, request);
  if (found === undefined) throw new Error('Cannot drop a waiting request: none has lower priority than the new one.');
  return unsentReply(found.request, 'refused', 'overload');
}

function keyOf({ chainId, signer, round }: TransactionSenderContext): Key {
  return { chainId, signer, round };
}
