import * as v from 'valibot';
import { tokenSchema } from '../../../market/tokens/token.ts';

const nullableText = v.nullable(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A token that is on no list is shown by its address and what else is known. */
const populatedToken = v.union([
  tokenSchema,
  v.object({ address: v.string(), chainId: v.number(), symbol: v.null(), name: v.null(), decimals: v.nullable(v.number()) }),
]);

/** A record as it is shown, beside whatever clients merged into it. */
export const dcaRecordSchema = v.looseObject({
  _id: v.string(),
  id: v.string(),
  fromToken: populatedToken,
  toToken: populatedToken,
  walletAddress: v.string(),
  /** Orders done, mirrored from the vault. */
  processed: count,
  isAutoBuy: v.boolean(),
  /** Number of orders. */
  frequency: count,
  /** Total window in seconds. */
  duration: count,
  chainId: v.number(),
  /** Total budget in human units, exact in `amountBaseUnits`; its base units as text where the token tells no decimals. */
  amount: v.union([v.number(), v.string()]),
  amountBaseUnits: v.string(),
  timeFrame: nullableText,
  status: v.picklist(['pending', 'success', 'active', 'completed', 'cancelled', 'failed']),
  lastError: nullableText,
  lastAttemptAt: nullableText,
  /** Unix seconds, mirrored from the vault. */
  depositTime: v.nullable(v.union([v.number(), v.string()])),
  positionId: v.nullable(v.number()),
  vault: nullableText,
  createdAt: v.string(),
  updatedAt: v.string(),
  nextOrderAt: nullableText,
  ordersLeft: count,
  /** Spent per whole token bought, decimal text. */
  averagePrice: nullableText,
  /** Base units. */
  spent: v.string(),
  received: v.string(),
  lastSkip: v.nullable(v.object({ kind: v.string(), detail: v.string(), at: nullableText, nextAttemptAt: nullableText })),
});

/** One executed order. Amounts in base units. */
export const dcaFillSchema = v.object({
  _id: v.string(),
  id: v.string(),
  chainId: v.number(),
  walletAddress: v.string(),
  vault: v.string(),
  positionId: v.number(),
  orderIndex: v.number(),
  txHash: v.string(),
  fromToken: populatedToken,
  toToken: populatedToken,
  amountIn: v.string(),
  amountOut: v.string(),
  blockNumber: v.number(),
  blockHash: v.string(),
  /** Blocks above this one that have been read. */
  confirmations: count,
  /** False while a reorg may still take the fill back: the network's confirmation depth is not reached. */
  isFinal: v.boolean(),
  executedAt: v.string(),
  createdAt: v.string(),
});
