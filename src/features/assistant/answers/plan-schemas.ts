import * as v from 'valibot';
import { baseUnitsText, decimalText, noticeSchema, tokenRefSchema, unsignedSchema } from './shared-schemas.ts';

/** A plan of purchases at intervals: the body of `POST /defi/create-position`, and the transactions that open the position, in order. */
export const dcaDraftSchema = v.strictObject({
  from: tokenRefSchema,
  to: tokenRefSchema,
  perOrder: decimalText,
  perOrderNote: v.nullable(v.string()),
  orders: v.number(),
  everySeconds: v.number(),
  total: decimalText,
  endsAt: v.string(),
  feeBps: v.nullable(v.number()),
  create: v.strictObject({
    fromToken: v.string(),
    toToken: v.string(),
    amount: decimalText,
    frequency: v.number(),
    interval: v.number(),
    walletAddress: v.string(),
    chainId: v.strictObject({ chainId: v.number() }),
    isAutoBuy: v.boolean(),
    timeFrame: v.nullable(v.string()),
  }),
  vault: v.nullable(v.string()),
  transactions: v.array(unsignedSchema),
  warnings: v.array(noticeSchema),
});

/**
 * A policy of an agent that was derived from the user's message, with its limits as `POST /defi/autopilot/preview` computes them. Nothing
 * is stored before the wallet signs.
 */
export const autopilotDraftSchema = v.strictObject({
  policy: v.record(v.string(), v.any()),
  policyHash: v.string(),
  /** The text by whose signature the wallet accepts the policy. */
  policyMessage: v.string(),
  limits: v.record(v.string(), v.any()),
  feeBps: v.nullable(v.number()),
  vault: v.nullable(v.string()),
  depositAmount: decimalText,
  /** The body of `POST /defi/autopilot/create`, without the fields that the wallet signs. */
  create: v.strictObject({ policy: v.record(v.string(), v.any()), policyHash: v.string(), depositAmount: decimalText, wallet: v.string() }),
  transactions: v.array(unsignedSchema),
  /** Values that the user's message did not contain, and how they were chosen. */
  chosen: v.array(v.strictObject({ name: v.string(), value: v.string(), why: v.string() })),
  warnings: v.array(noticeSchema),
  backtest: v.nullable(v.record(v.string(), v.any())),
  backtestProblem: v.nullable(v.string()),
});

export const positionRowSchema = v.strictObject({
  id: v.string(),
  status: v.string(),
  /** What the plan or agent is doing now, as a word that an app can show. */
  phase: v.string(),
  description: v.string(),
  chainId: v.number(),
});

/** The permission of a spender to take a wallet's tokens, with the value that the spender could take. */
export const approvalSchema = v.strictObject({
  chainId: v.number(),
  kind: v.picklist(['erc20', 'nft', 'nft-all', 'permit2']),
  token: v.string(),
  symbol: v.nullable(v.string()),
  spender: v.string(),
  /** The allowance in base units; null for NFTs. */
  allowance: v.nullable(baseUnitsText),
  allowanceText: v.nullable(decimalText),
  /** True when the allowance exceeds the possible supply of the token. */
  isUnlimited: v.boolean(),
  tokenId: v.nullable(v.string()),
  balance: v.nullable(decimalText),
  valueAtRiskUsd: v.nullable(decimalText),
  /** When the allowance expires (ISO 8601); null when it does not expire. */
  expiresAt: v.nullable(v.string()),
  approvedAtBlock: v.number(),
  revoke: unsignedSchema,
});

export const revokeApprovalsSchema = v.strictObject({
  wallet: v.string(),
  /** At most 25 approvals, sorted by the value that the spender could take, the highest first, and then by the allowance. */
  approvals: v.array(approvalSchema),
  notShown: v.number(),
  totalAtRiskUsd: decimalText,
  chains: v.array(
    v.strictObject({
      chainId: v.number(),
      name: v.string(),
      fromBlock: v.nullable(v.number()),
      toBlock: v.nullable(v.number()),
      /**
       * False when the scan for the wallet's approvals has not reached the oldest blocks yet. The scan continues when the user asks again.
       */
      isWhole: v.boolean(),
      problem: v.nullable(v.string()),
    }),
  ),
});

export const walletCardSchema = v.strictObject({
  wallet: v.string(),
  currency: v.string(),
  totalUsd: decimalText,
  total: decimalText,
  /** The tokens of which the wallet holds the highest values, the highest first. */
  tokens: v.array(v.strictObject({ chainId: v.number(), symbol: v.string(), amount: decimalText, valueUsd: v.nullable(decimalText) })),
  unpriced: v.number(),
  chains: v.array(
    v.strictObject({
      chainId: v.number(),
      name: v.string(),
      sent: v.nullable(v.number()),
      isContract: v.nullable(v.boolean()),
      problem: v.nullable(v.string()),
    }),
  ),
  /** Time at which this service first saw the wallet; null when it has never seen it before. */
  firstSeenAt: v.nullable(v.string()),
  positions: v.array(positionRowSchema),
  agents: v.array(positionRowSchema),
  trades: v.number(),
  approvals: v.nullable(v.strictObject({ count: v.number(), totalAtRiskUsd: decimalText, isWhole: v.boolean() })),
});
