import type { BaseUnits } from '../../src/values/base-units.ts';
import type { TransactionHash } from '../../src/values/hash.ts';
import type { TradeObservation, TradeStatusWord, TradeTerms } from '../../src/values/trade-terms.ts';

export type TradeContext = {
  readonly terms: TradeTerms;
  /**
   * Hash of the request that created the record. It shows whether a later request with the same id repeats that request or is a different
   * one.
   */
  readonly requestDigest: string;
  /** Hash of the trade's transaction; null until a client submits the hash. */
  readonly hash: TransactionHash | null;
  /**
   * True once the chain has shown that the record's wallet sent the transaction with this hash. From then on, the hash cannot be changed.
   */
  readonly hashIsFixed: boolean;
  readonly substatus: string | null;
  readonly reason: string | null;
  readonly amountOutActual: BaseUnits | null;
  readonly destinationHash: TransactionHash | null;
  readonly lastLookAtMs: number | null;
  /** When the trade's status became success or failed (UTC ms); null while the trade is open. */
  readonly settledAtMs: number | null;
  /**
   * Number of the currently scheduled status check. A result with another number belongs to an earlier check, and does not schedule a
   * further check.
   */
  readonly lookNo: number;
  readonly giveUpAtMs: number;
  /** A client's statement about the outcome, shown beside the values that the service has determined; missing when there is none. */
  readonly claim?: TradeClaim;
};

/** A client's statement about a trade, such as its status. The statement is shown, but no decision depends on it. */
export type TradeClaim = {
  readonly status: TradeStatusWord | null;
  readonly destinationHash: string | null;
  readonly atMs: number;
  /**
   * How often clients have changed their statement about the trade. The number is limited by `MAX_CLAIMS`, because anyone can send
   * statements.
   */
  readonly changes: number;
};

/** Maximum number of times that clients can change their statement (status and destination hash) about one trade. */
export const MAX_CLAIMS = 20;

/** Merges a client's new statement into the stored one. Omitted fields remain unchanged. */
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

/**
 * Stores the result of a status check. If the check looked for another hash than the record's current one, only the time of the check is
 * stored.
 */
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

/**
 * Rebuilds the trade record from the chain after a reorg removed the block that contained its outcome. Until the chain shows the wallet's
 * transaction again, clients can submit another hash.
 */
export function reopened(context: TradeContext, observation: TradeObservation, atMs: number): Partial<TradeContext> {
  const { hash, sender, amountOut, destinationHash } = observation;
  const isFixed = hash !== null && sender === 'wallet';
  return { ...noted(context, observation, atMs), hashIsFixed: isFixed, amountOutActual: amountOut, destinationHash };
}
