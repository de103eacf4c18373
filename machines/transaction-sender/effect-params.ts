import { mostPerGas } from '../../src/values/most-per-gas.ts';
import {
  flightOf,
  type InFlight,
  type RequestedCall,
  type SendRequest,
  type Settled,
  type StoredFees,
  type TransactionSenderContext,
} from './context.ts';
import { type Watch, watchOf } from './decide.ts';
import { displacedBy } from './turns.ts';

type Key = { readonly chainId: number; readonly signer: string; readonly round: number };

export type PrepareParams = Key & {
  readonly call: RequestedCall;
  readonly deadlineSec: number;
  /** Recently mined transactions of the signer. They are needed because a lagging node may still report their nonces as free. */
  readonly recent: readonly { readonly nonce: number; readonly hash: string }[];
  /** The highest nonce in flight; null when no transaction is in flight. Missing in effect requests stored by an older version. */
  readonly lastNonce?: number | null;
  /** Maximum amount, in wei, that the transactions in flight can still cost. Missing in effect requests stored by an older version. */
  readonly reservedWei?: string;
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
/**
 * Parameters of the effect that checks all transactions in flight on the chain. `round` is the number of the check, not the number of a
 * signing step.
 */
export type AwaitReceiptParams = Key & { readonly watch: Watch };
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
    lastNonce: context.flights.at(-1)?.nonce ?? null,
    reservedWei: reservedWei(context.flights).toString(),
  };
}

/**
 * Parameters for signing the planned transaction. A cancellation or a filler (a transaction that only uses up a nonce) is a transfer of 0
 * to the signer itself.
 */
export function signParams(context: TransactionSenderContext): SignParams {
  const { plan, current, focus, signer } = context;
  if (plan === null) throw new Error('Cannot sign: no transaction is planned.');
  const call = (current ?? flightOf(context, focus))?.request.call;
  const { to, data, value } = plan.kind === 'call' && call ? call : { to: signer, data: '0x', value: '0' };
  return { ...keyOf(context), nonce: plan.nonce, to, data, value, gas: plan.gas, fees: plan.fees };
}

export function broadcastParams(context: TransactionSenderContext): BroadcastParams {
  const { resending, recent, focus } = context;
  const bytes = resending === null ? flightOf(context, focus)?.versions.at(-1) : recent.find(({ nonce }) => nonce === resending);
  if (bytes === undefined) throw new Error('Cannot broadcast: no signed transaction is stored.');
  return { ...keyOf(context), raw: bytes.raw, hash: bytes.hash };
}

export function awaitReceiptParams(context: TransactionSenderContext): AwaitReceiptParams {
  return { ...keyOf(context), round: context.lookRound, watch: watchOf(context) };
}

export function replyParams(settled: Settled | undefined): ReplyParams {
  if (settled === undefined) throw new Error('Cannot report an outcome: no requested transaction has an outcome.');
  const { request, outcome, txHash, blockNumber, blockHash, reason } = settled;
  return { replyTo: request.replyTo, requestKey: request.requestKey, outcome, txHash, blockNumber, blockHash, reason };
}

/** Builds the reply that tells a requester that no transaction was sent for its request, because the request was withdrawn or refused. */
export function unsentReply(
  request: Pick<SendRequest, 'replyTo' | 'requestKey'>,
  outcome: 'withdrawn' | 'refused',
  reason: string,
): ReplyParams {
  const { replyTo, requestKey } = request;
  return { replyTo, requestKey, outcome, reason, txHash: null, blockNumber: null, blockHash: null };
}

/** Builds the reply for a queued request that is dropped because the queue is full and another request has priority. */
export function displacedReply(context: TransactionSenderContext, request: SendRequest): ReplyParams {
  const found = displacedBy(context, request);
  if (found === undefined) throw new Error('Cannot drop a waiting request: no waiting request has a lower priority than the new one.');
  return unsentReply(found.request, 'refused', 'overload');
}

/** Returns the maximum amount, in wei, that the unmined transactions can cost. For each transaction, the most expensive version counts. */
function reservedWei(flights: readonly InFlight[]): bigint {
  let reserved = 0n;
  for (const { minedIn, request, versions } of flights) {
    if (minedIn !== null) continue;
    let dearest = 0n;
    for (const { kind, gas, fees } of versions) {
      const price = BigInt(mostPerGas(fees));
      const cost = BigInt(gas) * price + (kind === 'call' ? BigInt(request.call.value) : 0n);
      if (cost > dearest) dearest = cost;
    }
    reserved += dearest;
  }
  return reserved;
}

function keyOf({ chainId, signer, round }: TransactionSenderContext): Key {
  return { chainId, signer, round };
}
