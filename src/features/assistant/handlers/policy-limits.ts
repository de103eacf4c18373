import { MOST_TRADES_PER_DAY } from '../../../values/autopilot/policy.ts';
import type { Asked } from '../answers/answer.ts';
import type { PolicyPlan } from './policy-plan.ts';
import type { Chosen } from './policy-strategies.ts';

/**
 * Factor by which the trade limit of a policy exceeds the size of the policy's usual trades. The limit is higher because prices may move
 * between the user's message and the trade.
 */
const HEADROOM = 1.1;

/** The limits of a policy: dollars per trade and in 24 hours, and trades in 24 hours. */
export type TradeLimits = { readonly maxPerTradeUsd: number; readonly maxPerDayUsd: number; readonly maxTradesPerDay: number };

/**
 * Returns the limits of a policy: those that the message names, and for the others as much as the strategy needs. When the strategy needs
 * more than a named limit allows, it returns the problem as a text for the user.
 */
export function limitsOf(
  slots: Asked['slots'],
  { strategy, perTradeUsd, tradesPerDay }: Pick<PolicyPlan, 'strategy' | 'perTradeUsd' | 'tradesPerDay'>,
): { readonly limits: TradeLimits; readonly chosen: readonly Chosen[] } | { readonly problem: string } {
  const [perTrade, perDay] = [numberOf(slots.maxPerTradeUsd), numberOf(slots.maxPerDayUsd)];
  const perDayTrades = slots.maxTradesPerDay;
  const isBuying = strategy.type === 'dca' || strategy.type === 'dip_buy';
  const trades = perDayTrades ?? tradesPerDay;
  const usedTrades = strategy.type === 'dca' ? tradesPerDay : 1;
  const usedUsd = cents(perTradeUsd);
  if (isBuying && perTrade !== null && perTrade < usedUsd)
    return { problem: `Each purchase is worth $${usedUsd} now, more than your limit of $${perTrade} for a trade. ${RAISE}` };
  if (usedTrades > MOST_TRADES_PER_DAY)
    return {
      problem: `These purchases need ${usedTrades} trades a day, and a policy allows at most ${MOST_TRADES_PER_DAY}. Choose a longer interval.`,
    };
  if (usedTrades > trades)
    return { problem: `These purchases need ${usedTrades} trades a day, more than your limit of ${trades}. ${RAISE}` };
  if (isBuying && perDay !== null && perDay < cents(usedUsd * usedTrades))
    return { problem: `These purchases need $${cents(usedUsd * usedTrades)} a day, more than your limit of $${perDay}. ${RAISE}` };
  if (perTrade !== null && perDay !== null && perTrade > perDay)
    return { problem: `Your limit of $${perTrade} for a trade is more than your limit of $${perDay} a day. ${RAISE}` };
  const neededUsd = cents(perTradeUsd * HEADROOM);
  const maxPerTradeUsd = perTrade ?? Math.min(neededUsd, perDay ?? neededUsd);
  const limits = { maxPerTradeUsd, maxPerDayUsd: perDay ?? cents(maxPerTradeUsd * trades), maxTradesPerDay: trades };
  const reasons = { maxPerTradeUsd: WHY.perTrade, maxPerDayUsd: WHY.perDay, maxTradesPerDay: WHY.trades };
  const names = ['maxPerTradeUsd', 'maxPerDayUsd', 'maxTradesPerDay'] as const;
  const chosen = names
    .filter((name) => slots[name] === undefined)
    .map((name) => ({ name: `limits.${name}`, value: `${limits[name]}`, why: reasons[name] }));
  return { limits, chosen };
}

const RAISE = 'Send the message again with other limits or amounts.';
const WHY = {
  perTrade: 'A tenth more than one trade is worth now; for exits 1000 dollars and a tenth. Never more than the limit of a day.',
  perDay: 'The limit per trade for each trade of a day.',
  trades: 'As many as the strategy needs in a day.',
};

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

function cents(usd: number): number {
  return Math.ceil(usd * 100) / 100;
}
