import type { EngineState } from '../../../../../machines/autopilot-agent/engine-state.ts';
import { evaluateStrategies } from '../../../../../machines/autopilot-agent/evaluate-strategies.ts';
import { firstEngineState } from '../../../../../machines/autopilot-agent/first-engine-state.ts';
import { noteFill } from '../../../../../machines/autopilot-agent/note-fill.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import type { AgentFacts, OnChainAgent, PriceFact, SafetyFact } from '../../../../../src/values/autopilot/facts.ts';
import type { TradeFill, TradeIntent } from '../../../../../src/values/autopilot/outcome.ts';
import type { AgentToken, AutopilotPolicy, Strategy } from '../../../../../src/values/autopilot/policy.ts';
import { type BaseUnits, toBaseUnits } from '../../../../../src/values/base-units.ts';
import { asAddress, asHash, asUnits } from '../../../../support/branded.ts';

export const USDC = parseAddress(`0x${'11'.repeat(20)}`);
export const WETH = parseAddress(`0x${'22'.repeat(20)}`);
export const WBTC = parseAddress(`0x${'33'.repeat(20)}`);
export const LINK = parseAddress(`0x${'44'.repeat(20)}`);

export const TOKENS: Readonly<Record<string, AgentToken>> = {
  [USDC]: { symbol: 'USDC', decimals: 6 },
  [WETH]: { symbol: 'WETH', decimals: 18 },
  [WBTC]: { symbol: 'WBTC', decimals: 8 },
  [LINK]: { symbol: 'LINK', decimals: 18 },
};

export const MINUTE_MS = 60_000;
/** Start time of these tests: the start of a minute and of a UTC day (Unix ms). */
export const START_MS = Date.UTC(2026, 0, 5);
export const EXPIRY_SEC = START_MS / 1000 + 90 * 86_400;

export const usdc = (whole: number): BaseUnits => toBaseUnits(BigInt(Math.round(whole * 1e6)));
export const weth = (milli: number): BaseUnits => toBaseUnits(BigInt(milli) * 10n ** 15n);

export function policyOf(strategies: readonly Strategy[], more: Partial<AutopilotPolicy> = {}): AutopilotPolicy {
  return {
    version: 1,
    wallet: parseAddress(`0x${'aa'.repeat(20)}`),
    chainId: 31337,
    budgetToken: USDC,
    allowTokens: [USDC, WETH, WBTC, LINK],
    limits: { maxPerTradeUsd: 1000, maxPerDayUsd: 3000, maxTradesPerDay: 10, expiry: EXPIRY_SEC },
    safety: { minTokenScore: 0 },
    slippageBps: 50,
    strategies,
    ...more,
  };
}

export type DeskState = {
  engineState: EngineState;
  atMs: number;
  agent: OnChainAgent;
  prices: Record<string, PriceFact>;
  highs: Record<string, string>;
  safety: Record<string, SafetyFact>;
};

export function price(usd: string, doubt: string | null = null): PriceFact {
  return { kind: 'price', usd, atMs: START_MS, source: 'test', isTrusted: doubt === null, doubt };
}

/** Simulates an agent at one tick at a time. Tests can change its balances, the prices, and its earlier trades. */
export function openDesk(strategies: readonly Strategy[], { protections, ...more }: Partial<AutopilotPolicy> = {}) {
  const policy = policyOf(strategies, { ...more, ...(protections === undefined ? {} : { protections }) });
  const state: DeskState = {
    engineState: firstEngineState(policy, TOKENS, START_MS),
    atMs: START_MS,
    agent: {
      agentId: 1,
      owner: policy.wallet,
      budgetToken: USDC,
      policyHash: asHash(`0x${'00'.repeat(32)}`),
      active: true,
      limits: { maxPerTrade: usdc(1000), maxPerDay: usdc(3000), maxTradesPerDay: 10, expirySec: EXPIRY_SEC },
      spentToday: asUnits('0'),
      tradesToday: 0,
      dayStartSec: 0,
      sells: 0,
      balances: { [USDC]: usdc(10_000) },
      blockTimeSec: START_MS / 1000,
    },
    prices: { [USDC]: price('1'), [WETH]: price('2000'), [WBTC]: price('50000'), [LINK]: price('10') },
    highs: {},
    safety: {},
  };
  const facts = (): AgentFacts => ({ agent: state.agent, prices: state.prices, highs: state.highs, safety: state.safety });
  return {
    state,
    facts,
    evaluate: () => evaluateStrategies(state.engineState, facts(), state.atMs),
    /** Evaluates the strategies, and stores the engine state that results. */
    tick(): ReturnType<typeof evaluateStrategies> {
      const evaluation = evaluateStrategies(state.engineState, facts(), state.atMs);
      state.engineState = evaluation.noted;
      return evaluation;
    },
    pass(ms: number): void {
      state.atMs += ms;
      state.agent = { ...state.agent, blockTimeSec: Math.floor(state.atMs / 1000) };
    },
    hold(balances: Record<string, string>): void {
      state.agent = { ...state.agent, balances: { ...state.agent.balances, ...balances } };
    },
    chain(change: Partial<OnChainAgent>): void {
      state.agent = { ...state.agent, ...change };
    },
    quote(prices: Record<string, string>): void {
      for (const [token, usd] of Object.entries(prices)) state.prices[token] = price(usd);
    },
    /** Adds the fill of a trade to the vault's balances and to the engine state. */
    fill(trade: TradeIntent, amountOut: string): void {
      const fill: TradeFill = { amountIn: trade.amountIn, amountOut: asUnits(amountOut), blockTimeSec: state.agent.blockTimeSec };
      const left = BigInt(state.agent.balances[trade.tokenIn] ?? '0') - BigInt(trade.amountIn);
      const gained = BigInt(state.agent.balances[trade.tokenOut] ?? '0') + BigInt(amountOut);
      state.agent = { ...state.agent, balances: { ...state.agent.balances, [trade.tokenIn]: `${left}`, [trade.tokenOut]: `${gained}` } };
      state.engineState = noteFill(state.engineState, trade, fill, state.atMs);
    },
    /** Adds an earlier buy of a token, made by a strategy that is not tested here. */
    bought(token: string, amount: string, cost: string): void {
      this.fill(
        { strategyId: 'earlier', side: 'buy', tokenIn: USDC, tokenOut: asAddress(token), amountIn: asUnits(cost), reason: 'before' },
        amount,
      );
      this.pass(MINUTE_MS);
    },
  };
}

export type Desk = ReturnType<typeof openDesk>;
