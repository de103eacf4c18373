import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
import type { JsonObject } from '../../values/json.ts';
import type { QuoteFee, QuoteKind, QuoteWarning } from './provider.ts';

/**
 * A provider's offer as clients see it (API specification, "Quote meta"; domain decisions, "Quotes"). The specification contains only `id`,
 * `aggregator` and `amount`. Amounts are strings in base units, dollars are decimal strings.
 */
export type QuoteMeta = {
  readonly id: string;
  readonly aggregator: string;
  readonly type: QuoteKind;
  /** Amount of the output token in base units. */
  readonly amount: BaseUnits;
  readonly amountMin: BaseUnits;
  readonly fromAmount: BaseUnits;
  /** Value of the output in dollars; "0" when unknown. */
  readonly usdAmount: string;
  /**
   * Value of the output in dollars, minus gas and the fees that are paid in addition to the input; null when the value of one of them is
   * unknown.
   */
  readonly netUsd: string | null;
  readonly spender: Address | null;
  readonly priceImpactBps: number | null;
  readonly gas: string | null;
  readonly gasUsd: string | null;
  readonly fees: readonly QuoteFee[];
  readonly durationSeconds: number | null;
  /** ISO 8601 time until which a transaction can be built from the quote. */
  readonly expiresAt: string;
  /** Whether the wallet must approve the input token; null when the wallet is unknown or its chain cannot be read. */
  readonly needsApproval: boolean | null;
  /** True when the wallet must first set the input token's allowance to zero, as USDT requires. */
  readonly approvalReset: boolean | null;
  /** True when the provider sends the trade itself. For such a quote, the build route returns no `tx`. */
  readonly broadcastsItself: boolean;
  readonly warnings: readonly QuoteWarning[];
};

export function quoteMetaAsJson(meta: QuoteMeta): JsonObject {
  return { ...meta, fees: meta.fees.map((fee) => ({ ...fee })), warnings: meta.warnings.map((warning) => ({ ...warning })) };
}
