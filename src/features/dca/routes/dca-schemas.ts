import * as v from 'valibot';
import type { Sent } from '../../../http/route-reply.ts';
import { tokenSchema } from '../../../market/tokens/token.ts';
import { DCA_PHASES } from '../../../values/dca-phase.ts';
import { DCA_STATUSES } from '../../../values/dca-status.ts';

const nullableText = v.nullable(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Schema of a token in a DCA record. A token that is not in the token list is shown with its address and the known details. */
const populatedToken = v.union([
  tokenSchema,
  v.object({ address: v.string(), chainId: v.number(), symbol: v.null(), name: v.null(), decimals: v.nullable(v.number()) }),
]);

const dcaRecordMembers = {
  _id: v.string(),
  id: v.string(),
  fromToken: populatedToken,
  toToken: populatedToken,
  walletAddress: v.string(),
  /** Number of the position's executed orders, as stored in the vault. */
  processed: count,
  isAutoBuy: v.boolean(),
  /** Total number of orders of the position. */
  frequency: count,
  /** Length of the position's whole time window, in seconds. */
  duration: count,
  chainId: v.number(),
  /**
   * Total budget in whole tokens; `amountBaseUnits` is the exact amount. When the token does not report its decimals, the budget is a
   * string in base units.
   */
  amount: v.union([v.number(), v.string()]),
  amountBaseUnits: v.string(),
  timeFrame: nullableText,
  status: v.picklist(DCA_STATUSES),
  /**
   * The phase of the position in words for people. The API specification does not have this field; in its `status`, every open position is
   * `success`, whether or not it has bought anything.
   */
  phase: v.picklist(DCA_PHASES),
  lastError: nullableText,
  lastAttemptAt: nullableText,
  /** Time of the position's deposit in unix seconds, as read from the vault. */
  depositTime: v.nullable(v.union([v.number(), v.string()])),
  positionId: v.nullable(v.number()),
  vault: nullableText,
  createdAt: v.string(),
  updatedAt: v.string(),
  /**
   * The vault's fee on the amount that orders spend, in hundredths of a percent. It is fixed when the position is opened. Until then, the
   * fee in the reply of `create-position` is the one that a position opened now would have. Null when unknown.
   */
  feeBps: v.nullable(v.number()),
  nextOrderAt: nullableText,
  ordersLeft: count,
  /** Average amount that the position spent per whole token bought, as a decimal string. */
  averagePrice: nullableText,
  /** The amount that the position has spent, in base units. */
  spent: v.string(),
  received: v.string(),
  lastSkip: v.nullable(v.object({ kind: v.string(), detail: v.string(), at: nullableText, nextAttemptAt: nullableText })),
};

/** Schema of a record as clients see it, including client fields. */
export const dcaRecordSchema = v.looseObject(dcaRecordMembers);
export type PublicDcaRecord = Sent<v.InferOutput<v.ObjectSchema<typeof dcaRecordMembers, undefined>>>;

/** Schema of one executed order of a DCA position. Amounts are in base units. */
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
  /** The part of `amountIn` that the vault paid to its treasury, in base units. */
  fee: v.string(),
  blockNumber: v.number(),
  blockHash: v.string(),
  /** Number of blocks that have been read after the block in which the order was executed. */
  confirmations: count,
  /** False until the network's confirmation depth is reached; until then a reorg may remove the executed order. */
  isFinal: v.boolean(),
  executedAt: v.string(),
  createdAt: v.string(),
});
export type PublicDcaFill = Sent<v.InferOutput<typeof dcaFillSchema>>;
