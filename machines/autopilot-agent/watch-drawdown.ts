import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import { addRationals, divideRationals, floorRational, multiplyRationals, type Rational } from '../../src/values/rational.ts';
import { baseUnitsToUsd } from '../../src/values/usd.ts';
import { drawdownStop } from './protections.ts';
import type { Standing } from './standing.ts';
import { isOutcome, priceOf, tokenOf } from './strategies/scene.ts';

type Holdings = Readonly<Record<string, string>>;

/**
 * Compares an agent's value with its peak, and stops buys until the policy is updated once the drawdown is too large. The value is in the
 * budget token, from trusted prices only; a tick is skipped when a token has no trusted price.
 *
 * An owner's deposit or withdrawal is neither gain nor loss. It moves the peak in proportion, like a fund's price per share, which stays
 * the same when shares are issued. It is recognized by a change of holdings that no fill explains (`protection.holdings`).
 */
export function watchDrawdown(
  standing: Standing,
  facts: AgentFacts,
  agent: OnChainAgent,
  isNewer: boolean,
): { readonly standing: Standing; readonly isComplete: boolean } {
  const maxDrawdownBps = standing.policy.protections?.maxDrawdownBps;
  const { protection } = standing;
  if (maxDrawdownBps === undefined || protection.buyStop?.reason === 'max-drawdown') return { standing, isComplete: true };
  // A reading with the block time of the last fill may not include that fill.
  if (!isNewer) return { standing, isComplete: false };
  const holdings = heldBy(agent, standing);
  const value = worthOf(holdings, standing, facts);
  if (value === null) return { standing, isComplete: false };

  let peak = BigInt(protection.peakValue);
  const isMoved = !sameHoldings(holdings, protection.holdings);
  if (peak > 0n && isMoved) {
    const before = worthOf(protection.holdings, standing, facts);
    if (before === null) return { standing, isComplete: false };
    peak = before === 0n ? value : (peak * value) / before;
  }
  if (value > peak) peak = value;
  const buyStop = drawdownStop(peak, value, maxDrawdownBps) ?? protection.buyStop;
  const peakValue = peak.toString();
  if (!isMoved && peakValue === protection.peakValue && buyStop === protection.buyStop) return { standing, isComplete: true };
  return { standing: { ...standing, protection: { ...protection, peakValue, holdings, buyStop } }, isComplete: true };
}

/** Applies a fill to the watched holdings; returns the same object when no drawdown is watched. */
export function holdingsAfter(
  holdings: Holdings,
  trade: { tokenIn: string; tokenOut: string },
  fill: { amountIn: string; amountOut: string },
): Holdings {
  if (Object.keys(holdings).length === 0) return holdings;
  const left = BigInt(holdings[trade.tokenIn] ?? '0') - BigInt(fill.amountIn);
  const gained = BigInt(holdings[trade.tokenOut] ?? '0') + BigInt(fill.amountOut);
  const after = { ...holdings, [trade.tokenIn]: (left > 0n ? left : 0n).toString(), [trade.tokenOut]: gained.toString() };
  return Object.fromEntries(Object.entries(after).filter(([, amount]) => amount !== '0'));
}

function heldBy(agent: OnChainAgent, { tokens }: Standing): Holdings {
  return Object.fromEntries(Object.entries(agent.balances).filter(([token, amount]) => tokens[token] !== undefined && amount !== '0'));
}

/** Value of the holdings in base units of the budget token, rounded down; null when a price is missing or not trusted. */
function worthOf(holdings: Holdings, standing: Standing, facts: AgentFacts): bigint | null {
  const { budgetToken } = standing.policy;
  const cash = BigInt(holdings[budgetToken] ?? '0');
  const others = Object.entries(holdings).filter(([token]) => token !== budgetToken);
  if (others.length === 0) return cash;
  const budgetPrice = trustedUsd(facts, standing, budgetToken);
  if (budgetPrice === null) return null;
  let usd: Rational = { numerator: 0n, denominator: 1n };
  for (const [token, amount] of others) {
    const price = standing.tokens[token] === undefined ? null : trustedUsd(facts, standing, token);
    if (price === null) return null;
    usd = addRationals(usd, baseUnitsToUsd(BigInt(amount), price, tokenOf(standing, token).decimals));
  }
  const scale = { numerator: 10n ** BigInt(tokenOf(standing, budgetToken).decimals), denominator: 1n };
  return cash + floorRational(multiplyRationals(divideRationals(usd, budgetPrice), scale));
}

function trustedUsd(facts: AgentFacts, standing: Standing, token: string): Rational | null {
  const price = priceOf(facts, standing, token);
  return isOutcome(price) || !price.isTrusted ? null : price.usd;
}

function sameHoldings(a: Holdings, b: Holdings): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
