import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Numbers } from './strategies/evaluation-context.ts';

export type FitResult =
  | { readonly fits: true; readonly amount: bigint }
  | { readonly fits: false; readonly detail: string; readonly numbers: Numbers };

/**
 * Checks a buy against the vault's limits, in base units of the budget token. If the buy exceeds a limit and `shrinks` is set, the amount
 * is reduced to what the limits still allow; the buy is refused only when they allow nothing. Without `shrinks`, a buy that exceeds a limit
 * is refused.
 */
export function fitToLimits({ limits, spentToday, tradesToday, dayStartSec }: OnChainAgent, amount: bigint, shrinks: boolean): FitResult {
  const maxPerTrade = BigInt(limits.maxPerTrade);
  const maxPerDay = BigInt(limits.maxPerDay);
  const spent = BigInt(spentToday);
  const left = maxPerDay > spent ? maxPerDay - spent : 0n;
  const freesAtMs = dayStartSec === 0 ? undefined : ((dayStartSec + 86_400) * 1000).toString();
  const shared = { amountBaseUnits: amount.toString(), ...(freesAtMs === undefined ? {} : { freesAtMs }) };
  if (tradesToday >= limits.maxTradesPerDay) {
    const numbers = { limit: 'maxTradesPerDay', tradesToday: `${tradesToday}`, maxTradesPerDay: `${limits.maxTradesPerDay}`, ...shared };
    return { fits: false, detail: 'The agent has made the maximum number of buys in 24 hours.', numbers };
  }
  const fitting = [amount, maxPerTrade, left].reduce((least, bound) => (bound < least ? bound : least));
  if (fitting === amount || (shrinks && fitting > 0n)) return { fits: true, amount: fitting };
  if (amount > maxPerTrade && (!shrinks || maxPerTrade === 0n)) {
    const numbers = { limit: 'maxPerTrade', maxPerTradeBaseUnits: limits.maxPerTrade, ...shared };
    return { fits: false, detail: 'The buy is larger than the limit for one trade.', numbers };
  }
  const numbers = { limit: 'maxPerDay', spentTodayBaseUnits: spentToday, maxPerDayBaseUnits: limits.maxPerDay, ...shared };
  return { fits: false, detail: 'The buy would exceed the spending limit of 24 hours.', numbers };
}
