import * as v from 'valibot';
import { baseUnitsText, decimalText, noticeSchema, tokenRefSchema } from './shared-schemas.ts';

/** A transfer that the wallet can sign: `txn` is the transaction. */
export const transferSchema = v.strictObject({
  token: tokenRefSchema,
  amount: decimalText,
  amountUnits: baseUnitsText,
  amountNote: v.nullable(v.string()),
  valueUsd: v.nullable(decimalText),
  to: v.string(),
  /** The name that was resolved to the address `to`; null when the message contained the address itself. */
  toName: v.nullable(v.string()),
  /** The gas costs of the transfer at the current gas price, in the native asset; null when they cannot be estimated. */
  gas: v.nullable(v.strictObject({ units: baseUnitsText, costWei: baseUnitsText, costUsd: v.nullable(decimalText) })),
  warnings: v.array(noticeSchema),
});

export const tokenMoveSchema = v.strictObject({
  token: v.string(),
  symbol: v.nullable(v.string()),
  from: v.string(),
  to: v.string(),
  /** The amount in whole tokens; null for unlisted tokens and for NFTs. */
  amount: v.nullable(decimalText),
  units: v.nullable(baseUnitsText),
  tokenId: v.nullable(v.string()),
});

export const txInfoSchema = v.strictObject({
  chainId: v.number(),
  chain: v.string(),
  hash: v.string(),
  status: v.picklist(['success', 'reverted', 'pending']),
  from: v.string(),
  to: v.nullable(v.string()),
  nonce: v.number(),
  valueWei: baseUnitsText,
  value: decimalText,
  nativeSymbol: v.string(),
  blockNumber: v.nullable(v.number()),
  minedAt: v.nullable(v.string()),
  confirmations: v.nullable(v.number()),
  createdContract: v.nullable(v.string()),
  /** The contract's method that the transaction calls; null when the service does not know the ABI of the call, and for plain transfers. */
  method: v.nullable(v.strictObject({ name: v.string(), signature: v.string(), args: v.record(v.string(), v.any()) })),
  selector: v.nullable(v.string()),
  transfers: v.array(tokenMoveSchema),
  moreTransfers: v.number(),
  gasUsed: v.nullable(baseUnitsText),
  feeWei: v.nullable(baseUnitsText),
  fee: v.nullable(decimalText),
  feeUsd: v.nullable(decimalText),
  /**
   * Why the transaction reverted, found by repeating its call on the state before its block; null when it did not revert or the reason is
   * unknown.
   */
  revertReason: v.nullable(v.string()),
  explorerUrl: v.nullable(v.string()),
});

/** A trade that was made with this service. */
export const tradeRowSchema = v.strictObject({
  id: v.string(),
  txHash: v.string(),
  type: v.string(),
  fromChainId: v.number(),
  toChainId: v.number(),
  fromToken: v.string(),
  toToken: v.string(),
  amountIn: v.string(),
  amountOut: v.nullable(v.string()),
  aggregator: v.nullable(v.string()),
  status: v.string(),
  reason: v.nullable(v.string()),
  explorerUrl: v.nullable(v.string()),
  createdAt: v.string(),
  /** The trade in a sentence, with amounts in whole tokens if both tokens are listed. */
  description: v.string(),
});

export const historySchema = v.strictObject({ wallet: v.string(), trades: v.array(tradeRowSchema), hasMore: v.boolean() });

/** Transfers of a wallet on a chain, newest first, from the newest blocks. */
export const txHistorySchema = v.strictObject({
  wallet: v.string(),
  transfers: v.array(
    v.strictObject({
      ...tokenMoveSchema.entries,
      chainId: v.number(),
      hash: v.string(),
      blockNumber: v.number(),
      direction: v.picklist(['in', 'out', 'self']),
    }),
  ),
  /** The number of transfers that were found in the blocks that were read, but are not shown; absent in old messages. */
  notShown: v.optional(v.number()),
  trades: v.array(tradeRowSchema),
  chains: v.array(
    v.strictObject({
      chainId: v.number(),
      name: v.string(),
      /** Total number of transactions that the wallet has sent on this chain. */
      sent: v.nullable(v.number()),
      fromBlock: v.nullable(v.number()),
      toBlock: v.nullable(v.number()),
      problem: v.nullable(v.string()),
    }),
  ),
});
