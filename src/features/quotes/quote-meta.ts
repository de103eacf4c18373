import type { JsonObject } from '../../values/json.ts';
import type { QuoteFee, QuoteKind, QuoteWarning } from './provider.ts';

/**
 * One provider's offer as clients see it (interface document, "Quote meta"; domain decisions, "Quotes"): `id`, `aggregator` and `amount` are
 * documented, the rest is additive. Amounts are base units as text, dollars decimal text.
 */
export type QuoteMeta = {
  readonly id: string;
  readonly aggregator: string;
  readonly type: QuoteKind;
  /** Base units out. */
  readonly amount: string;
  readonly amountMin: string;
  readonly fromAmount: string;
  /** What the output is worth; "0" when nothing tells. */
  readonly usdAmount: string;
  /** The output's worth less gas and the fees that are paid on top; null when one of them has no price. */
  readonly netUsd: string | null;
  readonly spender: string | null;
  readonly priceImpactBps: number | null;
  readonly gas: string | null;
  readonly gasUsd: string | null;
  readonly fees: readonly QuoteFee[];
  readonly durationSeconds: number | null;
  /** ISO 8601; when this quote can no longer be built. */
  readonly expiresAt: string;
  /** null: the wallet is not known, or its chain cannot be read. */
  readonly needsApproval: boolean | null;
  /** The allowance has to be set to zero first (USDT). */
  readonly approvalReset: boolean | null;
  /** It sends the trade itself; a build has no `tx`. */
  readonly broadcastsItself: boolean;
  readonly warnings: readonly QuoteWarning[];
};

export function quoteMetaAsJson(meta: QuoteMeta): JsonObject {
  return { ...meta, fees: meta.fees.map((fee) => ({ ...fee })), warnings: meta.warnings.map((warning) => ({ ...warning })) };
}
