/** The fees of a transaction, each in wei per unit of gas as a decimal string. */
export type StoredFees =
  | { readonly kind: 'eip1559'; readonly maxFeePerGas: string; readonly maxPriorityFeePerGas: string }
  | { readonly kind: 'legacy'; readonly gasPrice: string };

/** The requested contract call. Amounts are decimal strings of base units. */
export type RequestedCall = {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  /**
   * Gas limit of the call as measured by the requester, whose simulations can be more accurate than a single estimate. When null, the gas
   * is estimated.
   */
  readonly gas: string | null;
};

export type SendRequest = {
  /** Unique key of the request, chosen by the requester. A second request with the same key is never sent. */
  readonly requestKey: string;
  /** Id of the actor that receives the event `TX_SETTLED` with the request's outcome. */
  readonly replyTo: string;
  readonly call: RequestedCall;
  /**
   * Deadline in unix seconds, compared with the chain's clock. The call itself must contain the same deadline. After the deadline, the
   * transaction is cancelled.
   */
  readonly deadlineSec: number;
  /**
   * Owner of the request: a wallet, or an actor that gathers requests of many wallets. The requests of different owners are sent in turn.
   * Missing in older records.
   */
  readonly turnOf?: string | undefined;
  /** True for an exit (a stop loss or a take profit). Exits have priority over buys. */
  readonly isExit?: boolean | undefined;
};

/**
 * One signed transaction, stored before it is sent. A request can have several versions (with different fees); all of them have the same
 * nonce.
 */
export type SignedVersion = {
  readonly kind: 'call' | 'cancellation';
  readonly raw: string;
  readonly hash: string;
  readonly gas: string;
  readonly fees: StoredFees;
  readonly signedAtMs: number;
  /** When a node last answered a request that sent it the bytes of this version (UTC ms); null before the first answer. */
  readonly sentAtMs: number | null;
};

/** The receipt of a mined transaction. */
export type SeenReceipt = {
  readonly hash: string;
  readonly status: 'success' | 'reverted';
  readonly blockNumber: number;
  readonly blockHash: string;
  /** True when the transaction's block has as many confirmations as the network's settings require. */
  readonly final: boolean;
  readonly reason: string | null;
};

export type InFlight = {
  readonly request: SendRequest;
  /** The nonce of the request's transaction; null until the transaction is signed for the first time. */
  readonly nonce: number | null;
  /**
   * The signed versions of the transaction, oldest first. They are kept until one transaction with their nonce has a final receipt,
   * whichever version that is.
   */
  readonly versions: readonly SignedVersion[];
  /**
   * Number of checks in a row which found that, in the newest block with the required number of confirmations, the nonce is used by a
   * transaction that is none of our versions.
   */
  readonly takenLooks: number;
  /** True while the request's nonce seems to be used by a transaction that is not ours. */
  readonly isTaken?: boolean | undefined;
  /** Whether a node had the latest version of the transaction at the last check. Reset to false when the version is sent again. */
  readonly isKnown?: boolean | undefined;
  /** Number of the block that contains the transaction, as long as that block is not final; null when the transaction is not mined. */
  readonly minedIn: number | null;
  /**
   * The final receipt of the request's transaction. It is present only within one step of the machine: from the check that found it until
   * the request is settled. It is not stored.
   */
  readonly finalReceipt?: SeenReceipt | undefined;
  /** The request's last problem. The problem is shown to operators, and used as the reason if the request expires. */
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
  /**
   * The nonce and the signed versions of the transaction, needed to check it again after a reorg. Null and empty when nothing was signed.
   */
  readonly nonce: number | null;
  readonly versions: readonly SignedVersion[];
  /** When the outcome is sent to the requester again (UTC ms), unless the requester acknowledges it before. */
  readonly remindAtMs: number;
};

/**
 * The key of a request that must not be sent if the request arrives again. The key is kept after all other data of the request was removed.
 */
export type ForgottenKey = {
  readonly requestKey: string;
  /**
   * True when the request was withdrawn before it arrived; if it arrives later, its requester is told that it was withdrawn. False when the
   * request was acknowledged, or was refused because the queue was full.
   */
  readonly withdrawn: boolean;
  readonly forgetAtMs: number;
};

/**
 * A transaction that was mined or that fills a nonce gap (a nonce without a transaction). Its bytes are kept so that the transaction can be
 * sent again if a reorg removes the transaction.
 */
export type SentTransaction = {
  readonly nonce: number;
  readonly raw: string;
  readonly hash: string;
  readonly fees: StoredFees;
  readonly resentAtMs: number | null;
};

/** A task that a check of the chain has decided for one of the signer's nonces. The tasks of one check are done one after another. */
export type Task =
  /**
   * `versions`: number of signed versions when the check was made. If the request has more versions when the task begins, the task is
   * outdated and is dropped.
   */
  | { readonly what: 'cancel' | 'replace' | 'rebroadcast'; readonly requestKey: string; readonly versions: number }
  | { readonly what: 'fill-gap' | 'resend-gap' };

/** What the sender signs next: the kind of the transaction, its nonce, its gas limit and its fees. */
export type SigningPlan = {
  readonly kind: 'call' | 'cancellation' | 'filler';
  readonly nonce: number;
  readonly gas: string;
  readonly fees: StoredFees;
};

export type TransactionSenderContext = {
  readonly chainId: number;
  readonly signer: string;
  /**
   * The request that is being prepared, or signed for the first time. The request has no signed version yet. Null when no request is being
   * prepared or signed.
   */
  readonly current: InFlight | null;
  /** All signed requests without a final receipt, ordered by nonce, lowest first. */
  readonly flights: readonly InFlight[];
  /** Queued requests, oldest first. Nothing is signed for them yet. */
  readonly queue: readonly InFlight[];
  /** Key of the request in `flights` that is being signed again or sent; null when there is none. */
  readonly focus: string | null;
  readonly plan: SigningPlan | null;
  /**
   * Nonce of the mined transaction in `recent` that is being sent again. When null, no mined transaction is being sent again, but the
   * latest version of the request in `focus` is being sent.
   */
  readonly resending: number | null;
  readonly tasks: readonly Task[];
  /** Values from the last check of the chain. The tasks that this check requested need them. Null before the first check of the chain. */
  readonly facts: { readonly minedNonce: number; readonly fees: StoredFees; readonly cancelGas: string | null } | null;
  /**
   * A nonce below one of our nonces for which the chain has no transaction, and since when that transaction is missing; null when the last
   * check found no such nonce. Until the missing transaction is mined, no later transaction can be mined.
   */
  readonly gap: { readonly nonce: number; readonly sinceMs: number } | null;
  /** The highest number of mined transactions of the signer that was observed so far, and since when the number has this value. */
  readonly frontier: { readonly nonce: number; readonly sinceMs: number } | null;
  /**
   * Why the next request must wait until an earlier transaction is mined, although fewer than `maxInFlight` are in flight; null when it
   * does not have to wait.
   */
  readonly postponed: string | null;
  /** The last problem that does not concern a single request, such as an unreachable endpoint; null after the next successful check. */
  readonly problem: string | null;
  readonly settled: readonly Settled[];
  readonly forgotten: readonly ForgottenKey[];
  readonly recent: readonly SentTransaction[];
  /**
   * Number that is incremented with every step of preparing, signing and sending. A late result of an earlier effect has a lower number and
   * is ignored.
   */
  readonly round: number;
  /**
   * Number that is incremented with every check of the chain. A late result of an earlier check has a lower number and is ignored. One
   * check at a time runs in parallel to the other effects.
   */
  readonly lookRound: number;
  readonly isLooking: boolean;
  /**
   * Maximum number of transactions that can be pending at the same time. It is a setting of the node that runs the effects; the value is
   * the one that the most recent effect reported.
   */
  readonly maxInFlight: number;
  /** Owners (wallets or actors) of the requests that were sent last, newest last. Missing until a request with an owner was sent. */
  readonly served?: readonly string[];
};

export type TransactionSenderInput = { readonly chainId: number; readonly signer: string };

/**
 * Maximum number of requests of one sender that can be queued, in flight or unacknowledged. A further request is refused with `overload`.
 */
export const MAX_OPEN_REQUESTS = 64;
export const FORGOTTEN_KEPT = 128;
/**
 * Number of mined transactions whose signed bytes are kept, so that they can be sent again after a reorg. The number is enough for a
 * shallow reorg, or for a small rollback of a devnet (a local test chain).
 */
export const RECENT_KEPT = 3;
/**
 * Maximum number of signed versions of one call. Each version has one eighth higher fees than the version before, so after 9 increases the
 * fees have grown to 1.125^9 = 2.9 times. After that, the same bytes are sent again.
 */
export const MAX_CALL_VERSIONS = 10;
export const MAX_VERSIONS = 20;
/** Time in ms after which an outcome that was not acknowledged is sent to the requester again. */
export const REMIND_AFTER_MS = 5 * 60_000;
/**
 * How long after its deadline the key of a finished request is kept (ms). The margin is needed because the chain's clock and this node's
 * clock differ.
 */
export const FORGET_AFTER_MS = 60 * 60_000;
/** Minimum time in ms between two attempts to send the bytes of a transaction that the node does not have. */
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

/** Returns all requests without an outcome, in the order in which they are sent. */
export function openRequests({ flights, current, queue }: TransactionSenderContext): readonly InFlight[] {
  return [...flights, ...(current === null ? [] : [current]), ...queue];
}

/** Whether a request is in flight, being prepared, or queued. */
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
