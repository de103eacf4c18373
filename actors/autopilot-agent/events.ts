import * as v from 'valibot';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy } from '../../src/values/autopilot/policy.ts';
import { baseUnits, evmAddress, evmHash } from '../branded.ts';
import { txSettled } from '../transaction-sender/ask-sender.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty());
const limits = v.object({ maxPerTrade: baseUnits, maxPerDay: baseUnits, maxTradesPerDay: count, expirySec: count });
const link = v.object({ vault: evmAddress, agentId: count });
const chain: v.GenericSchema<unknown, OnChainAgent> = v.object({
  agentId: count,
  owner: evmAddress,
  budgetToken: evmAddress,
  policyHash: evmHash,
  active: v.boolean(),
  limits,
  spentToday: baseUnits,
  tradesToday: count,
  dayStartSec: count,
  sells: count,
  balances: v.record(v.string(), baseUnits),
  blockTimeSec: count,
  guard: v.optional(v.object({ guardian: v.nullable(evmAddress), pausedBy: v.nullable(evmAddress), allPausedBy: v.nullable(evmAddress) })),
  feeBps: v.optional(count),
});
/**
 * A policy that a client sends was already validated by `validatePolicy`. The check in this schema only catches typing errors of an
 * operator that would break the agent.
 */
const policy = v.custom<AutopilotPolicy>(
  (value) => typeof value === 'object' && value !== null && 'strategies' in value && Array.isArray(value.strategies) && 'limits' in value,
  'Expected a policy document',
);

const fill = v.object({ amountIn: baseUnits, amountOut: baseUnits, blockTimeSec: count, fee: v.exactOptional(baseUnits) });
/** A trade intent (which trade a strategy wants to make) as stored in the trade records. */
const intent = v.custom<TradeIntent>(
  (value) =>
    typeof value === 'object' && value !== null && 'strategyId' in value && 'side' in value && 'tokenIn' in value && 'tokenOut' in value,
  "Expected a trade's intent",
);

/**
 * Schemas of the events that other parts of the program and operators can send to an agent. All other events come from the agent's own
 * ticks and effects.
 */
export const autopilotAgentEvents = {
  PAUSE: v.object({ type: v.literal('PAUSE') }),
  RESUME: v.object({ type: v.literal('RESUME') }),
  UPDATE: v.object({
    type: v.literal('UPDATE'),
    policy,
    policyHash: evmHash,
    policySignature: text,
    limits,
    tokens: v.record(v.string(), v.object({ symbol: v.string(), decimals: count })),
  }),
  LINKED: v.object({ type: v.literal('LINKED'), link, chain }),
  UNLINKED: v.object({ type: v.literal('UNLINKED'), link }),
  SYNCED: v.object({ type: v.literal('SYNCED'), chain }),
  TRADE_CORRECTED: v.object({
    type: v.literal('TRADE_CORRECTED'),
    tradeId: text,
    intent,
    before: v.nullable(fill),
    after: v.nullable(fill),
  }),
  TX_SETTLED: v.object({ ...txSettled.entries, inBatch: v.optional(v.boolean()) }),
};
