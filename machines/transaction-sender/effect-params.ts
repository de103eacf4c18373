import type { RequestedCall, SendRequest, Settled, StoredFees, TransactionSenderContext } from './context.ts';
import { type Watch, watchOf } from './decide.ts';
import { displacedBy } from './turns.ts';

type Key = { readonly chainId: number; readonly signer: string; readonly round: number };

export type PrepareParams = Key & {
  readonly call: RequestedCall;
  readonly deadlineSec: number;
  /** Mined lately: a node that lags may still offer these nonces. */
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
/** `TX_SETTLED` for whoever asked. */
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

/** A cancellation and a filler are nothing, sent to oneself. */
export function signParams(context: TransactionSenderContext): SignParams {
  const { plan, current, signer } = context;
  if (plan === null) throw new Error('signing without a plan');
  const call = current?.request.call;
  const { to, data, value } = plan.kind === 'call' && call ? call : { to: signer, data: '0x', value: '0' };
  return { ...keyOf(context), nonce: plan.nonce, to, data, value, gas: plan.gas, fees: plan.fees };
}

export function broadcastParams(context: TransactionSenderContext): BroadcastParams {
  const { resending, recent, current } = context;
  const bytes = resending === null ? current?.versions.at(-1) : recent.find(({ nonce }) => nonce === resending);
  if (bytes === undefined) throw new Error('broadcasting without stored bytes');
  return { ...keyOf(context), raw: bytes.raw, hash: bytes.hash };
}

export function awaitReceiptParams(context: TransactionSenderContext): AwaitReceiptParams {
  const { current } = context;
  if (current === null) throw new Error('waiting for the receipt of nothing');
  return { ...keyOf(context), call: current.request.call, watch: watchOf(context, current) };
}

export function replyParams(settled: Settled | undefined): ReplyParams {
  if (settled === undefined) throw new Error('nothing has settled');
  const { request, outcome, txHash, blockNumber, blockHash, reason } = settled;
  return { replyTo: request.replyTo, requestKey: request.requestKey, outcome, txHash, blockNumber, blockHash, reason };
}

/** The answer to a request that is not even looked at. */
export function unsentReply(
  request: Pick<SendRequest, 'replyTo' | 'requestKey'>,
  outcome: 'withdrawn' | 'refused',
  reason: string,
): ReplyParams {
  const { replyTo, requestKey } = request;
  return { replyTo, requestKey, outcome, reason, txHash: null, blockNumber: null, blockHash: null };
}

/** The answer to one that waited, and has to make room for another. */
export function displacedReply(context: TransactionSenderContext, request: SendRequest): ReplyParams {
  const found = displacedBy(context, request);
  if (found === undefined) throw new Error('nothing makes room');
  return unsentReply(found.request, 'refused', 'overload');
}

function keyOf({ chainId, signer, round }: TransactionSenderContext): Key {
  return { chainId, signer, round };
}
