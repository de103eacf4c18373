import { type Address, addressesIn, type ByAddress, entriesByAddress } from '../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import { type BaseUnits, toBaseUnits } from '../../src/values/base-units.ts';
import { addRationals, divideRationals, floorRational, multiplyRationals, type Rational, ZERO } from '../../src/values/rational.ts';
import { baseUnitsToUsd } from '../../src/values/usd.ts';
import type { EngineState } from './engine-state.ts';
import { drawdownStop } from './protections.ts';
import { isOutcome, priceOf, tokenOf } from './strategies/evaluation-context.ts';

type Holdings = ByAddress<BaseUnits>;

/**
 * Compares an agent's value with its peak. If the drawdown is too large, buys are blocked until the policy is updated. The value is in the
 * budget token and is computed from trusted prices only; at a tick without a trusted price for each token, nothing is compared.
 * A deposit or withdrawal of the owner is neither a gain nor a loss: the peak value is changed in the same proportion as the agent's value.
 * A deposit or withdrawal is recognized by a change of holdings that no fill explains (`protection.holdings`).
 */
export function watchDrawdown(
  engineState: EngineState,
  facts: AgentFacts,
  agent: OnChainAgent,
  isNewer: boolean,
): { readonly engineState: EngineState; readonly isComplete: boolean } {
  const maxDrawdownBps = engineState.policy.protections?.maxDrawdownBps;
  const { protection } = engineState;
  if (maxDrawdownBps === undefined || protection.buyStop?.reason === 'max-drawdown') return { engineState, isComplete: true };
  // Vault data with the same block time as the last fill (executed trade) may not include that fill, so this data is not compared with the
  // peak value.
  if (!isNewer) return { engineState, isComplete: false };
  const holdings = heldBy(agent, engineState);
  const value = worthOf(holdings, engineState, facts);
  if (value === null) return { engineState, isComplete: false };

  let peak = BigInt(protection.peakValue);
  const isMoved = !sameHoldings(holdings, protection.holdings);
  if (peak > 0n && isMoved) {
    const before = worthOf(protection.holdings, engineState, facts);
    if (before === null) return { engineState, isComplete: false };
    peak = before === 0n ? value : (peak * value) / before;
  }
  if (value > peak) peak = value;
  const buyStop = drawdownStop(peak, value, maxDrawdownBps) ?? protection.buyStop;
  const peakValue = toBaseUnits(peak);
  if (!isMoved && peakValue === protection.peakValue && buyStop === protection.buyStop) return { engineState, isComplete: true };
  return { engineState: { ...engineState, protection: { ...protection, peakValue, holdings, buyStop } }, isComplete: true };
}

/**
 * Applies a fill (an executed trade) to the balances from which the drawdown is computed. Returns the same object when no drawdown is
 * watched.
 */
export function holdingsAfter(
  holdings: Holdings,
  trade: { tokenIn: Address; tokenOut: Address },
  fill: { amountIn: BaseUnits; amountOut: BaseUnits },
): Holdings {
  if (Object.keys(holdings).length === 0) return holdings;
  const left = BigInt(holdings[trade.tokenIn] ?? '0') - BigInt(fill.amountIn);
  const gained = BigInt(holdings[trade.tokenOut] ?? '0') + BigInt(fill.amountOut);
  const after: Holdings = { ...holdings, [trade.tokenIn]: toBaseUnits(left > 0n ? left : 0n), [trade.tokenOut]: toBaseUnits(gained) };
  return Object.fromEntries(Object.entries(after).filter(([, amount]) => amount !== '0'));
}

function heldBy(agent: OnChainAgent, { tokens }: EngineState): Holdings {
  return Object.fromEntries(entriesByAddress(agent.balances).filter(([token, amount]) => tokens[token] !== undefined && amount !== '0'));
}

/** Value of the holdings in base units of the budget token, rounded down; null when a price is missing or not trusted. */
function worthOf(holdings: Holdings, engineState: EngineState, facts: AgentFacts): bigint | null {
  const { budgetToken } = engineState.policy;
  const cash = BigInt(holdings[budgetToken] ?? '0');
  const others = entriesByAddress(holdings).filter(([token]) => token !== budgetToken);
  if (others.length === 0) return cash;
  const budgetPrice = trustedUsd(facts, engineState, budgetToken);
  if (budgetPrice === null) return null;
  let usd: Rational = ZERO;
  for (const [token, amount] of others) {
    const price = engineState.tokens[token] === undefined ? null : trustedUsd(facts, engineState, token);
    if (price === null) return null;
    usd = addRationals(usd, baseUnitsToUsd(BigInt(amount), price, tokenOf(engineState, token).decimals));
  }
  const scale = { numerator: 10n ** BigInt(tokenOf(engineState, budgetToken).decimals), denominator: 1n };
  return cash + floorRational(multiplyRationals(divideRationals(usd, budgetPrice), scale));
}

function trustedUsd(facts: AgentFacts, engineState: EngineState, token: Address): Rational | null {
  const price = priceOf(facts, engineState, token);
  return isOutcome(price) || !price.isTrusted ? null : price.usd;
}

function sameHoldings(a: Holdings, b: Holdings): boolean {
  const names = addressesIn(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
