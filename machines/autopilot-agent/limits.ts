import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Numbers } from './strategies/scene.ts';

export type FitResult =
  | { readonly fits: true; readonly amount: bigint }
  | { readonly fits: false; readonly detail: string; readonly numbers: Numbers };

/**
 * Whether a buy fits the limits as the vault enforces them, in base units of the budget token. One of a fixed amount is refused over a
 * limit; one that `shrinks` is cut to what is left, and refused only when that is nothing.
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
    return { fits: false, detail: 'As many buys as 24 hours may have are made.', numbers };
  }
  const fitting = [amount, maxPerTrade, left].reduce((least, bound) => (bound < least ? bound : least));
  if (fitting === amount || (shrinks && fitting > 0n)) return { fits: true, amount: fitting };
  if (amount > maxPerTrade && (!shrinks || maxPerTrade === 0n)) {
    const numbers = { limit: 'maxPerTrade', maxPerTradeBaseUnits: limits.maxPerTrade, ...shared };
    return { fits: false, detail: 'The buy is larger than one trade may be.', numbers };
  }
  const numbers = { limit: 'maxPerDay', spentTodayBaseUnits: spentToday, maxPerDayBaseUnits: limits.maxPerDay, ...shared };
  return { fits: false, detail: 'The buy would spend more than 24 hours may.', numbers };
}
