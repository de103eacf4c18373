import * as v from 'valibot';
import type { Sent } from '../../../http/route-reply.ts';
import { ACTIVITY_KINDS } from '../../../values/autopilot/activity.ts';
import { policyShape } from '../policy-shape.ts';

const text = v.string();
const nullableText = v.nullable(text);
const baseUnits = v.pipe(text, v.description('Base units, as a decimal string.'));
const byToken = v.record(v.string(), baseUnits);
const anyJson = v.unknown();

/** The limits of an agent's trades as arguments for the vault contract, and the price used for the conversion from dollars. */
export const limitsSchema = v.object({
  maxPerTrade: baseUnits,
  maxPerDay: baseUnits,
  maxTradesPerDay: v.number(),
  /** Expiry of the policy in unix seconds. */
  expiry: v.number(),
  price: v.object({ usd: text, at: text, source: text }),
});

const strategyState = v.object({
  id: text,
  type: text,
  outcome: nullableText,
  outcomeSince: nullableText,
  runs: v.number(),
  lastFillAt: nullableText,
  nextAt: nullableText,
  cooldownUntil: nullableText,
});

/** Schema of what a strategy would do now, and why. Its numbers are strings, and their names contain the unit. */
const outcome = v.object({ kind: text, sentence: text, detail: text, numbers: v.record(v.string(), v.string()) });

export const evaluationSchema = v.object({
  at: text,
  outcomes: v.record(v.string(), outcome),
  trade: v.nullable(v.record(v.string(), anyJson)),
  /** Why the agent as a whole waits now, as a code, as a sentence, and as details. Operators read the same texts. */
  why: v.object({ code: text, sentence: text, details: v.array(text) }),
});
export type Evaluation = Sent<v.InferOutput<typeof evaluationSchema>>;

const agentMembers = {
  _id: text,
  id: text,
  wallet: text,
  chainId: v.number(),
  agentId: v.nullable(v.number()),
  vault: nullableText,
  status: v.picklist(['active', 'paused']),
  phase: text,
  paper: v.boolean(),
  policy: policyShape,
  policyHash: text,
  /**
   * The agent's last known state in the vault; null before the agent is on chain. Amounts are in base units of the budget token, times in
   * unix seconds.
   */
  onChain: v.nullable(v.record(v.string(), anyJson)),
  balances: byToken,
  syncedAt: nullableText,
  lastFillAt: v.record(v.string(), nullableText),
  strategies: v.array(strategyState),
  costBasis: v.record(v.string(), v.object({ quantity: baseUnits, cost: baseUnits })),
  protection: v.record(v.string(), anyJson),
  trade: v.nullable(v.record(v.string(), anyJson)),
  lastFailure: v.nullable(v.object({ message: text, at: nullableText })),
  createdAt: nullableText,
  updatedAt: nullableText,
};

/** Schema of an agent as clients see it. */
export const agentSchema = v.looseObject(agentMembers);
export type PublicAgent = Sent<v.InferOutput<v.ObjectSchema<typeof agentMembers, undefined>>>;

export const activitySchema = v.looseObject({
  id: text,
  kind: v.picklist(ACTIVITY_KINDS),
  strategyId: nullableText,
  reason: text,
  at: text,
  /** When the service noticed that a reorg had removed the transaction of the feed entry; missing when no reorg has removed it. */
  takenBackAt: v.optional(text),
});

const call = v.object({ to: text, data: text, functionName: text, args: v.record(v.string(), anyJson) });

export const previewSchema = v.object({
  policy: policyShape,
  policyHash: text,
  /** The text that the wallet signs as `policySignature`. */
  policyMessage: text,
  limits: limitsSchema,
  vault: nullableText,
  /**
   * Fee of an agent that is created now, in hundredths of a percent of the amount spent by a trade. Null when the chain has no vault, or
   * when the fee cannot be read.
   */
  feeBps: v.nullable(v.number()),
  /** Warnings about parts of the policy that can never take effect. */
  warnings: v.array(v.object({ path: text, code: text, message: text })),
});
export type Preview = Sent<v.InferOutput<typeof previewSchema>>;

export const createdSchema = v.object({
  _id: text,
  id: text,
  status: text,
  policyHash: text,
  chainId: v.number(),
  limits: limitsSchema,
  vault: v.optional(text),
  depositAmount: v.optional(baseUnits),
  createAgent: v.optional(call),
  approval: v.optional(v.nullable(v.object({ token: text, spender: text, amount: baseUnits }))),
  agent: agentSchema,
});
export type CreatedAgent = Sent<v.InferOutput<typeof createdSchema>>;

export const updatedSchema = v.looseObject({ ...agentSchema.entries, limits: limitsSchema, updatePolicy: v.optional(call) });
export type UpdatedAgent = Sent<v.InferOutput<typeof updatedSchema>>;

export const priceSchema = v.object({
  chainId: v.number(),
  token: text,
  /** Price of a whole token in dollars, as an exact decimal string. */
  priceUsd: text,
  at: text,
  source: text,
  isTrusted: v.boolean(),
  doubt: nullableText,
});
