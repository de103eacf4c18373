import { initialTransition, transition } from 'xstate';
import type { AutopilotAgentInput } from '../../../machines/autopilot-agent/context.ts';
import { tradeIdOf } from '../../../machines/autopilot-agent/context-changes.ts';
import type { AutopilotAgentEvent } from '../../../machines/autopilot-agent/events.ts';
import { firstEngineState } from '../../../machines/autopilot-agent/first-engine-state.ts';
import { autopilotAgentMachine } from '../../../machines/autopilot-agent.ts';
import { parseAddress } from '../../../src/values/address.ts';
import type { AgentFacts, OnChainAgent, PriceFact, SafetyFact } from '../../../src/values/autopilot/facts.ts';
import type { AutopilotPolicy, Strategy } from '../../../src/values/autopilot/policy.ts';
import type { BaseUnits } from '../../../src/values/base-units.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';

export const T0 = Date.UTC(2026, 0, 1);
export const DAY_MS = 86_400_000;
export const EXPIRY_SEC = (T0 + 30 * DAY_MS) / 1000;
export const wallet = parseAddress(`0x${'a1'.repeat(20)}`);
export const usdc = parseAddress(`0x${'b1'.repeat(20)}`);
export const weth = parseAddress(`0x${'c1'.repeat(20)}`);
export const wbtc = parseAddress(`0x${'d1'.repeat(20)}`);
export const EFFECTS = ['planTrade', 'tradeOnPaper', 'submitTrade', 'withdrawTrade', 'recordTrade', 'recordBatched', 'note', 'reconcile'];
export const tokens = { [usdc]: { symbol: 'USDC', decimals: 6 }, [weth]: { symbol: 'WETH', decimals: 18 } };
export const limits = { maxPerTrade: asUnits('1000000000'), maxPerDay: asUnits('5000000000'), maxTradesPerDay: 10, expirySec: EXPIRY_SEC };

export const buy = { id: 'buy', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 3600 } satisfies Strategy;

export function policy(strategies: readonly Strategy[] = [buy], minTokenScore = 0): AutopilotPolicy {
  return {
    version: 1,
    wallet,
    chainId: 31337,
    budgetToken: usdc,
    allowTokens: [usdc, weth],
    limits: { maxPerTradeUsd: 1000, maxPerDayUsd: 5000, maxTradesPerDay: 10, expiry: EXPIRY_SEC },
    safety: { minTokenScore },
    slippageBps: 100,
    strategies,
  };
}

export function input(document = policy(), paperBudget: BaseUnits | null = null): AutopilotAgentInput {
  const engineState = firstEngineState(document, tokens, T0);
  return { recordId: 'r1', policyHash: asHash('0x01'), policySignature: '0x02', limits, engineState, paperBudget };
}

export function chain(changes: Partial<OnChainAgent> = {}): OnChainAgent {
  return {
    agentId: 7,
    owner: wallet,
    budgetToken: usdc,
    policyHash: asHash('0x01'),
    active: true,
    limits,
    spentToday: asUnits('0'),
    tradesToday: 0,
    dayStartSec: 0,
    sells: 0,
    balances: { [usdc]: asUnits('100000000') },
    blockTimeSec: T0 / 1000,
    ...changes,
  };
}

export const price = (usd: string): PriceFact => ({ kind: 'price', usd, atMs: T0, source: 'test', isTrusted: true, doubt: null });

export function facts(agent: OnChainAgent | null = chain(), safety: Record<string, SafetyFact> = {}): AgentFacts {
  return { agent, prices: { [usdc]: price('1'), [weth]: price('3000') }, highs: {}, safety };
}

export const at = T0;
export const tick = (seen: AgentFacts | null = facts(), atMs = T0): AutopilotAgentEvent => ({ type: 'TICK', facts: seen, at: atMs });
export const linked = { type: 'LINKED', link: { vault: asAddress('0xv'), agentId: 7 }, chain: chain(), at } satisfies AutopilotAgentEvent;
export const pause = { type: 'PAUSE', at } satisfies AutopilotAgentEvent;
export const resume = { type: 'RESUME', at } satisfies AutopilotAgentEvent;
export const tradeId = tradeIdOf('r1', 1, T0);
export const plan = {
  executor: asAddress('0xe'),
  call: { to: asAddress('0xv'), data: '0x', value: '0', gas: '1' },
  deadlineSec: 1,
  amountOutMin: asUnits('1'),
};
export const planned = { type: 'TRADE_PLANNED', tradeId, plan, at } satisfies AutopilotAgentEvent;
export const skipped = { type: 'TRADE_SKIPPED', tradeId, kind: 'no-route', detail: 'No pool.', at } satisfies AutopilotAgentEvent;
export const settledTx = {
  type: 'TX_SETTLED',
  requestKey: tradeId,
  outcome: 'mined',
  txHash: asHash('0xh'),
  at,
} satisfies AutopilotAgentEvent;
export const settledInBatch = { ...settledTx, inBatch: true } satisfies AutopilotAgentEvent;
export const ofOther = { type: 'TX_SETTLED', requestKey: 'autopilot/r1/9-9', outcome: 'withdrawn', at } satisfies AutopilotAgentEvent;
export const fill = { amountIn: asUnits('10000000'), amountOut: asUnits('3300000000000000'), blockTimeSec: T0 / 1000 };
export const filled = {
  type: 'TRADE_SETTLED',
  tradeId,
  fill,
  txHash: asHash('0xh'),
  chain: chain({ spentToday: asUnits('10000000') }),
  at,
} satisfies AutopilotAgentEvent;
export const failed = { type: 'TRADE_FAILED', tradeId, reason: 'reverted', at } satisfies AutopilotAgentEvent;
export const returned = { type: 'TRADE_RETURNED', tradeId, reason: 'withdrawn', at } satisfies AutopilotAgentEvent;
export const gone = { type: 'RECEIPT_GONE', tradeId, at } satisfies AutopilotAgentEvent;
export const restored = { type: 'RESTORED', at } satisfies AutopilotAgentEvent;
export const bought = { strategyId: 'buy', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('10000000'), reason: '' } as const;
export const takenBack = {
  type: 'TRADE_CORRECTED',
  tradeId,
  intent: bought,
  before: fill,
  after: null,
  at,
} satisfies AutopilotAgentEvent;
export const reconciled = { type: 'RECONCILED', fills: [{ intent: bought, fill }], chain: chain(), at } satisfies AutopilotAgentEvent;
export const synced = { type: 'SYNCED', chain: chain({ active: false }), at } satisfies AutopilotAgentEvent;
export const unlinked = { type: 'UNLINKED', link: { vault: asAddress('0xv'), agentId: 7 }, at } satisfies AutopilotAgentEvent;
export const unlinkedOther = { type: 'UNLINKED', link: { vault: asAddress('0xv'), agentId: 8 }, at } satisfies AutopilotAgentEvent;
export const update = {
  type: 'UPDATE',
  policy: policy([{ ...buy, amount: '20' }]),
  policyHash: asHash('0x09'),
  policySignature: '0x08',
  limits,
  tokens,
  at,
} satisfies AutopilotAgentEvent;
export const toExits = { ...update, policy: { ...policy(), protections: { exitsOnly: true } } } satisfies AutopilotAgentEvent;
export const warnAt = EXPIRY_SEC * 1000 - DAY_MS;
export const overAt = EXPIRY_SEC * 1000 + 1;

export function agentAfter(events: readonly AutopilotAgentEvent[]) {
  const [start] = initialTransition(autopilotAgentMachine, input());
  return events.reduce((snapshot, event) => transition(autopilotAgentMachine, snapshot, event)[0], start);
}
