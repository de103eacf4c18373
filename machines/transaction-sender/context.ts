/** Transaction fees, in wei per gas as decimal strings. */
export type StoredFees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
  | { readonly kind: 'legacy'; readonly gasPrice: string };

/** The requested contract call. Amounts are decimal strings of base units. */
export type RequestedCall = {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  /** Gas that the requester measured, when its probes are more accurate than one estimate. When null, the estimate is used. */
  readonly gas: string | null;
};

export type SendRequest = {
  /** The request's unique key, chosen by the requester. A request with a known key is never sent a second time. */
  readonly requestKey: string;
  /** Id of the actor that receives `TX_SETTLED`. */
  readonly replyTo: string;
  readonly call: RequestedCall;
  /**
   * Unix seconds, by the chain's clock. The call must contain the same deadline on chain. After the deadline, the transaction is cancelled.
   */
  readonly deadlineSec: number;
  /**
   * Owner for whom the request counts when owners take turns: a wallet, or an actor that gathers for many wallets. Missing in older
   * records.
   */
  readonly turnOf?: string | undefined;
  /** True for a stop loss or a take profit, which have priority over buys. */
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
  /** When a node last answered to a broadcast of these bytes (UTC ms); null before the first answer. */
  readonly sentAtMs: number | null;
};

/** The receipt of a version that is mined. */
export type SeenReceipt = {
  readonly hash: string;
  readonly status: 'success' | 'reverted';
  readonly blockNumber: number;
  readonly blockHash: string;
  /** True when the block has reached the network's confirmation depth. */
  readonly final: boolean;
  readonly reason: string | null;
};

export type InFlight = {
  readonly request: SendRequest;
  /** The request's nonce; null until a version is signed. */
  readonly nonce: number | null;
  /** Signed versions, oldest first. Kept until the receipt of the nonce is final, whichever version it belongs to. */
  readonly versions: readonly SignedVersion[];
  /**
   * Number of consecutive checks that found the nonce used by a transaction that is none of the versions, proven at the confirmation depth.
   */
  readonly takenLooks: number;
  /** True while the nonce seems to be used by another transaction. */
  readonly isTaken?: boolean | undefined;
  /** Whether a node had the latest version at the last check. Reset to false when the version is sent. */
  readonly isKnown?: boolean | undefined;
  /** Block of a mined transaction that is not final yet; null when the transaction is not mined. */
  readonly minedIn: number | null;
  /** Set only within a step, from the check that found the receipt until the request is settled with it. */
  readonly finalReceipt?: SeenReceipt | undefined;
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
  /** When the outcome is sent again (UTC ms), unless the requester acknowledges it before. */
  readonly remindAtMs: number;
};

/** A request key that must not be sent, kept after all other data of the request was removed. */
export type ForgottenKey = {
  readonly requestKey: string;
  /**
   * True when the request was withdrawn before it arrived; a later request with this key is answered as withdrawn. Other keys were
   * acknowledged, or refused because the queue was full.
   */
  readonly withdrawn: boolean;
  readonly forgetAtMs: number;
};

/** A transaction that was mined or that fills a nonce gap. It is sent again if a reorg removes it. */
export type SentTransaction = {
  readonly nonce: number;
  readonly raw: string;
  readonly hash: string;
  readonly fees: StoredFees;
  readonly resentAtMs: number | null;
};

/** A task for the signer's nonces, decided by a check of the chain. The tasks of one check are done one after another. */
export type Task =
  /** `versions`: number of versions at the time of the check. If there are more by now, the task is dropped. */
  | { readonly what: 'cancel' | 'replace' | 'rebroadcast'; readonly requestKey: string; readonly versions: number }
  | { readonly what: 'fill-gap' | 'resend-gap' };

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
  /** The request that is being prepared, or signed for the first time. It has no signed version yet. */
  readonly current: InFlight | null;
  /** All signed requests without a final receipt, by nonce, lowest first. */
  readonly flights: readonly InFlight[];
  /** Queued requests, oldest first. Nothing is signed for them yet. */
  readonly queue: readonly InFlight[];
  /** Key of the request in `flights` that is being signed again or sent; null when there is none. */
  readonly focus: string | null;
  readonly plan: SigningPlan | null;
  /** Nonce of the `recent` transaction that is being sent again. When null, the latest version of `focus` is being sent. */
  readonly resending: number | null;
  readonly tasks: readonly Task[];
  /** Facts of the last check that the tasks need; null before the first check. */
  readonly facts: { readonly minedNonce: number; readonly fees: StoredFees; readonly cancelGas: string | null } | null;
  /** The missing nonce on chain below one of ours, and since when; null when the last check found none. */
  readonly gap: { readonly nonce: number; readonly sinceMs: number } | null;
  /** The highest observed number of the signer's mined transactions, and since when. */
  readonly frontier: { readonly nonce: number; readonly sinceMs: number } | null;
  /**
   * Why the next request waits for an earlier transaction to be mined although fewer than `maxInFlight` are in flight; null when it does
   * not wait.
   */
  readonly postponed: string | null;
  /** The last problem that does not concern a single request; null after the next successful check. */
  readonly problem: string | null;
  readonly settled: readonly Settled[];
  readonly forgotten: readonly ForgottenKey[];
  readonly recent: readonly SentTransaction[];
  /** Incremented with every step of preparing, signing and sending, so that a late result of an earlier effect is ignored. */
  readonly round: number;
  /** Like `round`, for checks of the chain. One check at a time runs beside the other effects. */
  readonly lookRound: number;
  readonly isLooking: boolean;
  /** Maximum number of pending transactions at once. Comes from this node's settings, as reported by the last effect. */
  readonly maxInFlight: number;
  /** Owners of the last requests, newest last. Missing until a request has an owner. */
  readonly served?: readonly string[];
};

export type TransactionSenderInput = { readonly chainId: number; readonly signer: string };

/** Maximum number of requests that may be queued, in flight or unacknowledged. Another one is refused with `overload`. */
export const MAX_OPEN_REQUESTS = 64;
export const FORGOTTEN_KEPT = 128;
/** Number of mined transactions whose bytes are kept. Enough for a devnet rollback or a shallow reorg. */
export const RECENT_KEPT = 3;
/** Maximum number of versions of a call (fees grow to 1.125^9 = 2.9 times). After that the same bytes are sent again. */
export const MAX_CALL_VERSIONS = 10;
export const MAX_VERSIONS = 20;
/** An unacknowledged outcome is sent again after this time (ms). */
export const REMIND_AFTER_MS = 5 * 60_000;
/** How long after its deadline a finished request's key is kept (ms), because chain time and our time differ. */
export const FORGET_AFTER_MS = 60 * 60_000;
/** Minimum time (ms) between two broadcasts of bytes that the node does not have. */
export const RESEND_AFTER_MS = 5_000;

export function startContext(input: TransactionSenderInput): TransactionSenderContext {
  return {
    ...input,
    current: null,
    flights: [],
    queue: [],
    focus: null,
    plan: null,
    resending: null,
    tasks: [],
    facts: null,
    gap: null,
    frontier: null,
    postponed: null,
    problem: null,
    settled: [],
    forgotten: [],
    recent: [],
    round: 0,
    lookRound: 0,
    isLooking: false,
    maxInFlight: 1,
  };
}

/** All requests without an outcome, in the order in which they are sent. */
export function openRequests({ flights, current, queue }: TransactionSenderContext): readonly InFlight[] {
  return [...flights, ...(current === null ? [] : [current]), ...queue];
}

/** Whether the request is in flight, being prepared, or queued. */
export function isOpen(context: TransactionSenderContext, requestKey: string): boolean {
  return openRequests(context).some(({ request }) => request.requestKey === requestKey);
}

export function flightOf({ flights }: TransactionSenderContext, requestKey: string | null): InFlight | undefined {
  return requestKey === null ? undefined : flights.find(({ request }) => request.requestKey === requestKey);
}

export function settledOf(context: TransactionSenderContext, requestKey: string): Settled | undefined {
  return context.settled.find(({ request }) => request.requestKey === requestKey);
}

export function forgottenOf(context: TransactionSenderContext, requestKey: string): ForgottenKey | undefined {
  return context.forgotten.find((forgotten) => forgotten.requestKey === requestKey);
}

export function isFull(context: TransactionSenderContext): boolean {
  const { queue, settled, flights, current } = context;
  return queue.length + settled.length + flights.length + (current === null ? 0 : 1) >= MAX_OPEN_REQUESTS;
}
