/** Wei per gas as decimal text. */
export type StoredFees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
  | { readonly kind: 'legacy'; readonly gasPrice: string };

/** What is to be done on chain. Amounts are base units as decimal text. */
export type RequestedCall = {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  /** The asker's own gas limit, when its sum of probes knows better than one estimate; null: the estimate decides. */
  readonly gas: string | null;
};

export type SendRequest = {
  /** The asker's own name for it. A key that was seen is never sent a second time. */
  readonly requestKey: string;
  /** The actor that is told `TX_SETTLED`. */
  readonly replyTo: string;
  readonly call: RequestedCall;
  /** Unix seconds by the chain's clock; the call must carry the same deadline on chain. Past it, it is cancelled. */
  readonly deadlineSec: number;
  /** Whose turn it uses up: an owner's wallet, or an actor that gathers for many. Missing in older records. */
  readonly turnOf?: string | undefined;
  /** It protects what its owner has (a stop loss, a take profit), and goes before buys. */
  readonly isExit?: boolean | undefined;
};

/** One signed transaction, as it was stored before anything was sent. All versions of a request share its nonce. */
export type SignedVersion = {
  readonly kind: 'call' | 'cancellation';
  readonly raw: string;
  readonly hash: string;
  readonly gas: string;
  readonly fees: StoredFees;
  readonly signedAtMs: number;
  /** When a node last answered to these bytes; null before the first answer. */
  readonly sentAtMs: number | null;
};

export type InFlight = {
  readonly request: SendRequest;
  /** Null until it is prepared. */
  readonly nonce: number | null;
  /** Oldest first; kept until the nonce's receipt is final, whichever of them it is. */
  readonly versions: readonly SignedVersion[];
  /** How often in a row the nonce was found used by none of the versions. */
  readonly takenLooks: number;
  /** Mined, and not deep enough yet. */
  readonly minedIn: number | null;
  /** What last stood in the way, for operators and for the reason of an expiry. */
  readonly problem: string | null;
};

export type Outcome = 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';

/** What became of a request; kept until the asker has acknowledged it. */
export type Settled = {
  readonly request: SendRequest;
  readonly outcome: Outcome;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly reason: string | null;
  /** For a recheck after a reorg: empty when nothing was signed. */
  readonly nonce: number | null;
  readonly versions: readonly SignedVersion[];
  /** When the asker is told again, if it has not acknowledged by then. */
  readonly remindAtMs: number;
};

/** A key that must not be sent, although nothing else of it is remembered. */
export type ForgottenKey = {
  readonly requestKey: string;
  /** Withdrawn before it was asked for: who asks is told so. The others were acknowledged, or told that we were full. */
  readonly withdrawn: boolean;
  readonly forgetAtMs: number;
};

/** A nonce's bytes that are mined, or fill a hole: sent again when the chain goes back behind them. */
export type SentTransaction = {
  readonly nonce: number;
  readonly raw: string;
  readonly hash: string;
  readonly fees: StoredFees;
  readonly resentAtMs: number | null;
};

/** What is signed next. */
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
  /** Oldest first. One with versions is a settled one that is looked at again. */
  readonly queue: readonly InFlight[];
  readonly plan: SigningPlan | null;
  /** Nonce of the `recent` bytes that are being sent; null: the current request's latest version. */
  readonly resending: number | null;
  readonly settled: readonly Settled[];
  readonly forgotten: readonly ForgottenKey[];
  readonly recent: readonly SentTransaction[];
  /** +1 with every effect of the current request: an effect's late answer to an earlier question is not taken. */
  readonly round: number;
  /** Whose turns the last ones were, newest last. Missing until a request names one. */
  readonly served?: readonly string[];
};

export type TransactionSenderInput = { readonly chainId: number; readonly signer: string };

/** Requests that are queued, in flight or not acknowledged; one more is refused with `overload`. */
export const MAX_OPEN_REQUESTS = 64;
export const FORGOTTEN_KEPT = 128;
/** An actor stores whole transactions here: no more than a devnet or a shallow reorg goes back. */
export const RECENT_KEPT = 3;
/** 1.125^9 is 2.9: after that a call's bytes are only sent again. */
export const MAX_CALL_VERSIONS = 10;
export const MAX_VERSIONS = 20;
/** An unacknowledged outcome is told again after this time. */
export const REMIND_AFTER_MS = 5 * 60_000;
/** How long after its deadline a forgotten key is kept: chain time and ours differ. */
export const FORGET_AFTER_MS = 60 * 60_000;
/** Bytes that the node does not know are not sent more often than this. */
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

/** Whether a request key is anywhere in here. */
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
