import * as v from 'valibot';
import { baseUnitsText, chainRefSchema, decimalText, noticeSchema, tokenRefSchema } from './shared-schemas.ts';

/** A token balance with its value, in dollars and in the currency of the answer. The values are null when the token has no price. */
export const heldSchema = v.strictObject({
  ...tokenRefSchema.entries,
  balance: baseUnitsText,
  amount: decimalText,
  priceUsd: v.nullable(decimalText),
  valueUsd: v.nullable(decimalText),
  value: v.nullable(decimalText),
});

const failedSchema = v.strictObject({ ...chainRefSchema.entries, code: v.string(), message: v.string() });

/**
 * Balances of a wallet. Tokens without a price are in `unpriced`; chains whose balances could not be read are in `failed`, and single
 * tokens whose balances could not be read are in `unread`.
 */
export const balanceSchema = v.strictObject({
  wallet: v.string(),
  currency: v.string(),
  tokens: v.array(heldSchema),
  totalUsd: decimalText,
  total: decimalText,
  unpriced: v.array(v.strictObject({ chainId: v.number(), address: v.string(), symbol: v.string(), amount: decimalText })),
  failed: v.array(failedSchema),
});

export const portfolioSchema = v.strictObject({
  wallet: v.string(),
  currency: v.string(),
  totalUsd: decimalText,
  total: decimalText,
  chains: v.array(
    v.strictObject({
      ...chainRefSchema.entries,
      readAt: v.string(),
      valueUsd: decimalText,
      value: decimalText,
      tokens: v.array(heldSchema),
      unread: v.array(v.string()),
    }),
  ),
  unpriced: balanceSchema.entries.unpriced,
  failed: v.array(failedSchema),
});

const feeSchema = v.strictObject({
  name: v.string(),
  amount: v.nullable(baseUnitsText),
  token: v.nullable(v.string()),
  usd: v.nullable(v.string()),
  isIncluded: v.boolean(),
});

/**
 * An aggregator's offer for a trade, in the format in which `GET /defi/quotes` streams it. `GET /defi/swap/:id` builds its transaction from
 * its `id`.
 */
export const quoteSchema = v.strictObject({
  id: v.string(),
  aggregator: v.string(),
  type: v.string(),
  amount: baseUnitsText,
  amountMin: baseUnitsText,
  fromAmount: baseUnitsText,
  usdAmount: v.string(),
  netUsd: v.nullable(v.string()),
  spender: v.nullable(v.string()),
  priceImpactBps: v.nullable(v.number()),
  gas: v.nullable(v.string()),
  gasUsd: v.nullable(v.string()),
  fees: v.array(feeSchema),
  durationSeconds: v.nullable(v.number()),
  expiresAt: v.string(),
  needsApproval: v.nullable(v.boolean()),
  approvalReset: v.nullable(v.boolean()),
  broadcastsItself: v.boolean(),
  warnings: v.array(noticeSchema),
  /** The amount that the trade delivers, in whole tokens. */
  amountText: decimalText,
});

/** The trade for which the quotes were requested. */
export const tradeInfoSchema = v.strictObject({
  type: v.picklist(['swap', 'bridge']),
  from: tokenRefSchema,
  to: tokenRefSchema,
  /** The amount that the trade spends, in whole tokens. */
  amount: decimalText,
  /** How the amount was computed; null when the user's message stated the amount. */
  amountNote: v.nullable(v.string()),
  /**
   * The amount to receive that the user's message states, and from which `amount` was computed; null when the message states the amount to
   * spend.
   */
  wanted: v.optional(v.nullable(decimalText)),
  slippagePercent: decimalText,
  srcWalletAddress: v.nullable(v.string()),
  dstWalletAddress: v.nullable(v.string()),
  offers: v.number(),
  notShown: v.number(),
  without: v.array(v.strictObject({ aggregator: v.string(), reason: v.string() })),
  /** Whether some aggregators had not replied yet when the answer was sent. */
  pending: v.boolean(),
  /** Whether the wallet has too little for the trade or for its gas; absent in messages that an earlier version stored. */
  warnings: v.optional(v.array(noticeSchema)),
});

/**
 * Market data of a token, from the prices that this service records itself. A change of the price is null when the recorded prices do not
 * reach back far enough.
 */
export const marketSchema = v.strictObject({
  token: tokenRefSchema,
  currency: v.string(),
  priceUsd: v.nullable(decimalText),
  price: v.nullable(decimalText),
  /** The amount of the token that the message asks the value of, and its value; null when the message names no amount. */
  amount: v.nullable(decimalText),
  valueUsd: v.nullable(decimalText),
  value: v.nullable(decimalText),
  source: v.nullable(v.string()),
  at: v.nullable(v.string()),
  changes: v.strictObject({
    hour: v.nullable(decimalText),
    day: v.nullable(decimalText),
    week: v.nullable(decimalText),
  }),
  range: v.nullable(
    v.strictObject({ lowUsd: decimalText, highUsd: decimalText, hours: v.number(), volatilityPercent: v.nullable(decimalText) }),
  ),
  points: v.array(v.strictObject({ at: v.string(), usd: decimalText })),
});

export const tokenSafetySchema = v.strictObject({
  token: v.strictObject({ chainId: v.number(), address: v.string(), symbol: v.nullable(v.string()), name: v.nullable(v.string()) }),
  /** Safety score of the token, from 0 (unsafe) to 100 (safe); null when the scan failed. A token without a score counts as unsafe. */
  score: v.nullable(v.number()),
  reason: v.string(),
  scannedAt: v.string(),
  listed: v.boolean(),
});
