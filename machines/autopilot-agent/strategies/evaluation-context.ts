import type { Address } from '../../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../../src/values/autopilot/facts.ts';
import type { Outcome, OutcomeKind, TradeIntent } from '../../../src/values/autopilot/outcome.ts';
import type { AgentToken } from '../../../src/values/autopilot/policy.ts';
import { parseRational, type Rational } from '../../../src/values/rational.ts';
import type { EngineState, StrategyState } from '../engine-state.ts';

/** The inputs for evaluating one strategy at one tick, when the vault could be read. */
export type EvaluationContext = {
  readonly engineState: EngineState;
  readonly facts: AgentFacts;
  readonly agent: OnChainAgent;
  readonly atMs: number;
};

/**
 * The result of evaluating one strategy. `noted` is the strategy's state to store. When nothing changed, `noted` is the same object as the
 * state that is already stored.
 */
export type StrategyResult = { readonly outcome: Outcome; readonly trade: TradeIntent | null; readonly noted: StrategyState };

export type Numbers = Readonly<Record<string, string>>;

export type KnownPrice = { readonly usd: Rational; readonly text: string; readonly isTrusted: boolean; readonly doubt: string | null };

const UNTOUCHED: StrategyState = {
  runs: 0,
  lastFillAtMs: null,
  nextAtMs: null,
  cooldownUntilMs: 0,
  failures: 0,
  lastFailure: null,
  waitsForRecovery: false,
  isOver: false,
};

/** Returns a strategy's stored state. For a strategy that has not traded yet, always returns the same object. */
export function engineStateOf(engineState: EngineState, strategyId: string): StrategyState {
  return engineState.strategies[strategyId] ?? UNTOUCHED;
}

export function tokenOf(engineState: EngineState, token: Address): AgentToken {
  const known = engineState.tokens[token];
  if (known === undefined) throw new Error(`The state of the agent does not contain the number of decimals of token ${token}`);
  return known;
}

/** Returns how many base units of a token the vault holds for this agent, including the owner's deposits. */
export function holdingOf(agent: OnChainAgent, token: Address): bigint {
  return BigInt(agent.balances[token] ?? '0');
}

/** Returns the token's price, or the outcome that explains why the price is unknown. A price of 0 or less counts as unknown. */
export function priceOf(facts: AgentFacts, engineState: EngineState, token: Address): KnownPrice | Outcome {
  const fact = facts.prices[token];
  const { symbol } = tokenOf(engineState, token);
  if (fact === undefined) return outcome('no-price', `The service has no price of ${symbol}.`, { token });
  if (fact.kind === 'none') return outcome(fact.reason, `The price of ${symbol} cannot be used: ${fact.detail}`, { token });
  const usd = parseRational(fact.usd);
  if (usd.numerator <= 0n) return outcome('no-price', `The price of ${symbol} is not above 0.`, { token, priceUsd: fact.usd });
  return { usd, text: fact.usd, isTrusted: fact.isTrusted, doubt: fact.doubt };
}

export function isOutcome(value: KnownPrice | Outcome): value is Outcome {
  return 'kind' in value;
}

export function outcome(kind: OutcomeKind, detail: string, numbers: Numbers = {}): Outcome {
  return { kind, detail, numbers };
}

export function idle(noted: StrategyState, why: Outcome): StrategyResult {
  return { outcome: why, trade: null, noted };
}
