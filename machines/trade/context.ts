import type { JsonObject } from '../../src/values/json.ts';

/** What the record says was asked for. EVM addresses are lowercase; amounts are base units as decimal text. */
export type TradeTerms = {
  /** Also the actor's key, and the record's `txHash` until a real one is known. */
  readonly tradeId: string;
  readonly quoteId: string | null;
  readonly wallet: string;
  /** Where the output has to arrive, on `toChainId`. */
  readonly recipient: string;
  readonly type: 'swap' | 'bridge';
  readonly fromChainId: number;
  readonly toChainId: number;
  readonly fromToken: string;
  readonly toToken: string;
  readonly amountIn: string;
  readonly amountOutExpected: string | null;
  readonly amountOutMin: string | null;
  readonly aggregator: string | null;
  /** What the aggregator's own status look-up needs, from the build; null where nothing is known of it. */
  readonly reference: JsonObject | null;
};

/** What one look at a trade found. */
export type TradeObservation = {
  /** The hash that was looked at: what is said of another hash than the record's present one is stale. */
  readonly hash: string | null;
  readonly status: 'pending' | 'success' | 'failed';
  /** The aggregator's own word (`partial`, `refunded`, ...). */
  readonly substatus: string | null;
  /** Stable kebab-case word for why the status is what it is. */
  readonly reason: string | null;
  /** What arrived, when that is known. */
  readonly amountOut: string | null;
  /** The transaction that delivered (or refunded) on the other chain. */
  readonly destinationHash: string | null;
  /** Who sent the transaction of `hash`, as its chain shows it. */
  readonly sender: 'wallet' | 'other' | 'unseen';
  /** The transaction that paid in, as its aggregator names it; of a record that has no hash. */
  readonly sourceHash?: string | null;
};

export type TradeContext = {
  readonly terms: TradeTerms;
  /** Digest of the request that made the record: a repeat is told from another record under the same id. */
  readonly requestDigest: string;
  /** The real transaction's hash; null until a client has brought one. */
  readonly hash: string | null;
  /** True once the chain has shown that transaction from the record's wallet: from then on the hash does not change. */
  readonly hashIsFixed: boolean;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOutActual: string | null;
  readonly destinationHash: string | null;
  readonly lastLookAtMs: number | null;
  /** When the status became success or failed. */
  readonly settledAtMs: number | null;
  /** The look that is awaited; an older one's answer does not lead to another look. */
  readonly lookNo: number;
  readonly giveUpAtMs: number;
  /** What a client said of the end, shown beside what is known; absent until one has. */
  readonly claim?: TradeClaim;
};

/** A client's word on a trade. Nothing is concluded from it. */
export type TradeClaim = {
  readonly status: 'pending' | 'success' | 'failed' | null;
  readonly destinationHash: string | null;
  readonly atMs: number;
  /** How often it has changed: it may `MAX_CLAIMS` times, since anybody can say anything. */
  readonly changes: number;
};

/** Changes of a claim that a trade takes in its life. */
export const MAX_CLAIMS = 20;

/** What a client's word changes: what it leaves out stays. */
export function claimed(context: TradeContext, said: Pick<TradeClaim, 'status' | 'destinationHash'>, atMs: number): Partial<TradeContext> {
  const before = context.claim ?? null;
  const claim = { status: said.status ?? before?.status ?? null, destinationHash: said.destinationHash ?? before?.destinationHash ?? null };
  return { claim: { ...claim, atMs, changes: (before?.changes ?? 0) + 1 } };
}

export function isNewClaim({ claim }: TradeContext, said: Pick<TradeClaim, 'status' | 'destinationHash'>): boolean {
  if (claim === undefined) return said.status !== null || said.destinationHash !== null;
  if (claim.changes >= MAX_CLAIMS) return false;
  const isOther = (own: string | null, theirs: string | null) => theirs !== null && theirs !== own;
  return isOther(claim.status, said.status) || isOther(claim.destinationHash, said.destinationHash);
}

export type TradeInput = { readonly terms: TradeTerms; readonly requestDigest: string; readonly createdAtMs: number };

/** What is kept of an observation; of one about another hash, only that there was a look. */
export function noted(context: TradeContext, observation: TradeObservation, atMs: number): Partial<TradeContext> {
  if (observation.hash !== context.hash) return { lastLookAtMs: atMs };
  return {
    hashIsFixed: context.hashIsFixed || (observation.hash !== null && observation.sender === 'wallet'),
    substatus: observation.substatus,
    reason: observation.reason,
    amountOutActual: observation.amountOut ?? context.amountOutActual,
    destinationHash: observation.destinationHash ?? context.destinationHash,
    lastLookAtMs: atMs,
    settledAtMs: observation.status === 'pending' ? null : atMs,
  };
}

/** What is left of an end once the chain does not have what showed it: only what it shows now. Another hash may be brought, as before the first was seen. */
export function reopened(context: TradeContext, observation: TradeObservation, atMs: number): Partial<TradeContext> {
  const { hash, sender, amountOut, destinationHash } = observation;
  const isFixed = hash !== null && sender === 'wallet';
  return { ...noted(context, observation, atMs), hashIsFixed: isFixed, amountOutActual: amountOut, destinationHash };
}
