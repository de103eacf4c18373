/** Transaction fees, in wei per gas as decimal text. */
export type StoredFees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
  | { readonly kind: 'legacy'; readonly gasPrice: string };

/** The requested contract call. Amounts are base units as decimal text. */
export type RequestedCall = {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  /** Gas that the requester measured, when its probes are more accurate than one estimate; null: the estimate decides. */
  readonly gas: string | null;
};

export type SendRequest = {
  /** The requester's unique key. A request with a known key is never sent a second time. */
  readonly requestKey: string;
  /** Id of the actor that receives `TX_SETTLED`. */
  readonly replyTo: string;
  readonly call: RequestedCall;
  /** Unix seconds by the chain's clock. The call must carry the same deadline on chain. After it, the transaction is cancelled. */
  readonly deadlineSec: number;
  /** Who the request counts for when owners take turns: an owner's wallet, or an actor that gathers for many. Missing in older records. */
  readonly turnOf?: string | undefined;
  /** True for a stop loss or a take profit, which go before buys. */
  readonly isExit?: boolean | undefined;
};

/** One signed transaction, stored before it is sent. All versions of a request share one nonce. */
export type SignedVersion = {
  readonly kind: 'call' | 'cancellation';
  readonly raw: string;
  readonly hash: string;
  readonly gas: string;
  readonly fees: StoredFees;
  readonly signedAtMs: number;
  /** When a node last answered to these bytes, UTC ms; null before the first answer. */
  readonly sentAtMs: number | null;
};

export type InFlight = {
  readonly request: SendRequest;
  /** Null until the request is prepared. */
  readonly nonce: number | null;
  /** Oldest first. Kept until the receipt of the nonce is final, whichever version it belongs to. */
  readonly versions: readonly SignedVersion[];
  /** How many checks in a row found the nonce used by a transaction that is none of the versions. */
  readonly takenLooks: number;
  /** Block of a mined transaction that is not final yet; null: not mined. */
  readonly minedIn: number | null;
  /** The last problem, shown to operators and used as the reason of an expiry. */
  readonly problem: string | null;
};

export type Outcome = 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';

/** The outcome of a request; kept until the requester has acknowledged it. */
export type Settled = {
  readonly request: SendRequest;
  readonly outcome: Outcome;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly reason: string | null;
  /** Signed versions, for another check after a reorg; empty when nothing was signed. */
  readonly nonce: number | null;
  readonly versions: readonly SignedVersion[];
  /** When the outcome is sent again (UTC ms), unless the requester acknowledges it first. */
  readonly remindAtMs: number;
};

/** A request key that must not be sent, after everything else about the request was removed. */
export type ForgottenKey = {
  readonly requestKey: string;
  /**
   * True when the request was withdrawn before it arrived; it is then answered as withdrawn. Other keys were acknowledged, or refused
   * because the queue was full.
   */
  readonly withdrawn: boolean;
  readonly forgetAtMs: number;
};

/** A transaction that is mined or fills a nonce gap; sent again if a reorg removes it. */
export type SentTransaction = {
  readonly nonce: number;
  readonly raw: string;
  readonly hash: string;
  readonly fees: StoredFees;
  readonly resentAtMs: number | null;
};

/** The transaction to sign next. */
export type SigningPlan = {
  readonly kind: 'call' | 'cancellation' | 'filler';
  readonly nonce: number;
  readonly gas: string;
  readonly fees: StoredFees;
};

export type TransactionSenderContext = {
  readonly chainId: number;
  readonly signer: string;
  readonly current: InFlight | null;
  /** Oldest first. An entry with versions is a settled request that is checked again. */
  readonly queue: readonly InFlight[];
  readonly plan: SigningPlan | null;
  /** Nonce of the `recent` transaction that is being sent again; null: the current request's latest version is being sent. */
  readonly resending: number | null;
  readonly settled: readonly Settled[];
  readonly forgotten: readonly ForgottenKey[];
  readonly recent: readonly SentTransaction[];
  /** Increased with every effect of the current request, so that the late result of an earlier effect is ignored. */
  readonly round: number;
  /** Owners of the last requests, newest last. Missing until a request names an owner. */
  readonly served?: readonly string[];
};

export type TransactionSenderInput = { readonly chainId: number; readonly signer: string };

/** Most requests that may be queued, in flight or unacknowledged. Another one is refused with `overload`. */
export const MAX_OPEN_REQUESTS = 64;
export const FORGOTTEN_KEPT = 128;
/** Number of mined transactions whose bytes are kept. Enough for a devnet rollback or a shallow reorg. */
export const RECENT_KEPT = 3;
/** Most versions of a call (fees grow to 1.125^9 = 2.9 times). After that the same bytes are sent again. */
export const MAX_CALL_VERSIONS = 10;
export const MAX_VERSIONS = 20;
/** An unacknowledged outcome is sent again after this time. */
export const REMIND_AFTER_MS = 5 * 60_000;
/** How long after its deadline a finished request's key is kept, because chain time and our time differ. */
export const FORGET_AFTER_MS = 60 * 60_000;
/** Shortest time between two sends of bytes that the node does not know. */
export const RESEND_AFTER_MS = 5_000;

export function startContext(input: TransactionSenderInput): TransactionSenderContext {
  return {
    ...input,
    current: null,
    queue: [],
    plan: null,
    resending: null,
    settled: [],
    forgotten: [],
    recent: [],
    round: 0,
  };
}

/** Whether the request is in flight or queued. */
export function isOpen(context: TransactionSenderContext, requestKey: string): boolean {
  return context.current?.request.requestKey === requestKey || context.queue.some(({ request }) => request.requestKey === requestKey);
}

export function settledOf(context: TransactionSenderContext, requestKey: string): Settled | undefined {
  return context.settled.find(({ request }) => request.requestKey === requestKey);
}

export function forgottenOf(context: TransactionSenderContext, requestKey: string): ForgottenKey | undefined {
  return context.forgotten.find((forgotten) => forgotten.requestKey === requestKey);
}

export function isFull(context: TransactionSenderContext): boolean {
  return context.queue.length + context.settled.length + (context.current === null ? 0 : 1) >= MAX_OPEN_REQUESTS;
}
