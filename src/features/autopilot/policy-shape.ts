import * as v from 'valibot';

// Schema of a policy for the OpenAPI document. It is not used to validate policies, which `validate-policy.ts` does.

// The fields of a policy are described in `autopilot-words.ts`.

const address = v.string();
const decimal = v.string();
const unixSeconds = v.number();
const bps = v.number();

const ofAny = {
  id: v.pipe(
    v.string(),
    v.description('The id of the strategy, unique within the policy. A strategy takes precedence over those that follow it in the list.'),
  ),
  enabled: v.optional(v.boolean()),
  note: v.optional(v.string()),
  expiresAt: v.optional(unixSeconds),
};

const strategy = v.variant('type', [
  v.object({
    ...ofAny,
    type: v.literal('dca'),
    tokenOut: address,
    amount: decimal,
    intervalSeconds: v.number(),
    maxRuns: v.optional(v.number()),
    startAt: v.optional(unixSeconds),
  }),
  v.object({
    ...ofAny,
    type: v.literal('dip_buy'),
    tokenOut: address,
    amount: decimal,
    dropBps: bps,
    lookbackSeconds: v.number(),
    cooldownSeconds: v.number(),
  }),
  v.object({
    ...ofAny,
    type: v.literal('take_profit'),
    token: address,
    gainBps: v.optional(bps),
    priceUsd: v.optional(decimal),
    sellBps: bps,
    cooldownSeconds: v.number(),
  }),
  v.object({
    ...ofAny,
    type: v.literal('stop_loss'),
    token: address,
    lossBps: v.optional(bps),
    priceUsd: v.optional(decimal),
    trailBps: v.optional(bps),
    sellBps: bps,
  }),
  v.object({
    ...ofAny,
    type: v.literal('rebalance'),
    weights: v.array(v.object({ token: address, weightBps: bps })),
    driftBps: bps,
    intervalSeconds: v.number(),
  }),
]);

export const policyShape = v.object({
  version: v.literal(1),
  wallet: address,
  chainId: v.number(),
  budgetToken: address,
  allowTokens: v.array(address),
  limits: v.object({ maxPerTradeUsd: v.number(), maxPerDayUsd: v.number(), maxTradesPerDay: v.number(), expiry: unixSeconds }),
  safety: v.object({ minTokenScore: v.number() }),
  slippageBps: bps,
  strategies: v.array(strategy),
  protections: v.optional(
    v.object({
      maxLosses: v.optional(v.object({ count: v.number(), windowSeconds: v.number(), pauseSeconds: v.number() })),
      stopCooldownSeconds: v.optional(v.number()),
      maxDrawdownBps: v.optional(bps),
      exitsOnly: v.optional(v.boolean()),
    }),
  ),
  paper: v.optional(v.boolean()),
});
