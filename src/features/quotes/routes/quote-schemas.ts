import * as v from 'valibot';

const text = v.nullable(v.string());

const warning = v.object({ code: v.string(), message: v.string() });

const fee = v.object({ name: v.string(), amount: text, token: text, usd: text, isIncluded: v.boolean() });

/** Schema of a quote in a `data:` frame of the stream. Amounts are in base units; dollar values are decimal strings. */
export const quoteMetaSchema = v.object({
  id: v.string(),
  aggregator: v.string(),
  type: v.picklist(['swap', 'bridge']),
  amount: v.string(),
  amountMin: v.string(),
  fromAmount: v.string(),
  usdAmount: v.string(),
  netUsd: text,
  spender: text,
  priceImpactBps: v.nullable(v.number()),
  gas: text,
  gasUsd: text,
  fees: v.array(fee),
  durationSeconds: v.nullable(v.number()),
  expiresAt: v.string(),
  needsApproval: v.nullable(v.boolean()),
  approvalReset: v.nullable(v.boolean()),
  broadcastsItself: v.boolean(),
  warnings: v.array(warning),
});

const approvalCall = v.object({ to: v.string(), data: v.string(), value: v.string(), amount: v.string() });

export const metaTransactionSchema = v.object({
  from: v.string(),
  fromToken: v.string(),
  amountIn: v.string(),
  toToken: v.string(),
  amountOutMin: v.string(),
  recipient: v.string(),
  target: v.string(),
  spender: v.string(),
  data: v.string(),
  value: v.string(),
  nonce: v.string(),
  deadline: v.string(),
});

export const builtSwapSchema = v.object({
  tx: v.nullable(v.object({ to: v.string(), data: v.string(), value: v.string() })),
  spender: text,
  metaData: v.optional(v.looseObject({})),
  aggregator: v.string(),
  chainId: v.number(),
  amountOut: v.string(),
  amountOutMin: v.string(),
  expiresAt: text,
  approvals: v.nullable(v.array(approvalCall)),
  metaTx: v.nullable(metaTransactionSchema),
  relayer: text,
  /** Amount of wei that the wallet must send with the Relayer contract's call, which contains `metaTx`. */
  sendValue: text,
  reference: v.looseObject({}),
  warnings: v.array(warning),
});

export const aggregatorSchema = v.object({
  name: v.string(),
  title: v.string(),
  isRegistered: v.boolean(),
  isOn: v.boolean(),
  offBecause: text,
  kinds: v.array(v.picklist(['swap', 'bridge'])),
  chains: v.union([v.array(v.number()), v.literal('evm-with-contracts')]),
  key: v.picklist(['none', 'optional', 'required']),
  broadcastsItself: v.boolean(),
  isSolverBased: v.boolean(),
  hasStatus: v.boolean(),
  proxySlug: text,
});
