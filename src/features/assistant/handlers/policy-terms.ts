import type { Token } from '../../../market/tokens/token.ts';
import type { Strategy } from '../../../values/autopilot/policy.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import type { Asked } from '../answers/answer.ts';
import { DAY_SEC, endMsOf, spanText } from './plan-times.ts';
import type { Chosen } from './policy-strategies.ts';

const DAYS = 90;
const MOST_DAYS = 180;

/** Describes in words what a strategy does. */
export function describe(strategy: Strategy, budget: Token): string {
  if (strategy.type === 'dca') {
    const runs = strategy.maxRuns === undefined ? '' : `, at most ${strategy.maxRuns} times`;
    return `it buys for ${exactText(strategy.amount)} ${budget.symbol} every ${spanText(strategy.intervalSeconds)}${runs}`;
  }
  if (strategy.type === 'dip_buy')
    return (
      `it buys for ${exactText(strategy.amount)} ${budget.symbol} when the price is ${strategy.dropBps / 100} % below its highest price of ` +
      `the last ${strategy.lookbackSeconds / DAY_SEC} days`
    );
  if (strategy.type === 'take_profit')
    return `it sells all at ${strategy.priceUsd === undefined ? `a gain of ${(strategy.gainBps ?? 0) / 100} %` : `a price of $${exactText(strategy.priceUsd)}`}`;
  if (strategy.type === 'stop_loss')
    return `it sells all at ${strategy.priceUsd === undefined ? `a loss of ${(strategy.lossBps ?? 0) / 100} %` : `a price of $${exactText(strategy.priceUsd)}`}`;
  return strategy.type;
}

/**
 * Returns when the policy expires, in unix seconds: at the end that the message names. Without one it is `DAYS` from now, or later when the
 * purchases take longer. A policy can last at most `MOST_DAYS`.
 */
export function expiryOf(
  { until }: Asked['slots'],
  strategy: Strategy,
  nowSec: number,
): { readonly expiry: number; readonly chosen: readonly Chosen[] } | { readonly problem: string } {
  const daysFromNow = (days: number, why: string) => ({
    expiry: nowSec + days * DAY_SEC,
    chosen: [{ name: 'limits.expiry', value: `${days} days`, why }],
  });
  if (until === undefined) {
    const runsSec = strategy.type === 'dca' ? (strategy.maxRuns ?? 0) * strategy.intervalSeconds : 0;
    const needed = Math.ceil(runsSec / DAY_SEC) + 1;
    return needed <= DAYS
      ? daysFromNow(DAYS, 'No end was named.')
      : daysFromNow(Math.min(MOST_DAYS, needed), 'As long as the purchases take, at most 180 days.');
  }
  const namedSec = Math.floor(endMsOf(until, nowSec * 1_000) / 1_000);
  // "For 2 days" names a day, but the purchases take two days from now.
  const lastRunSec = strategy.type === 'dca' ? nowSec + (strategy.maxRuns ?? 0) * strategy.intervalSeconds : 0;
  const untilSec = lastRunSec > namedSec && lastRunSec - namedSec <= DAY_SEC ? lastRunSec : namedSec;
  if (!(namedSec > nowSec)) return { problem: `The end ${until} is over already. Name a later end, such as "until 31 December".` };
  const isTooLate = untilSec > nowSec + MOST_DAYS * DAY_SEC;
  return isTooLate
    ? daysFromNow(MOST_DAYS, `A policy lasts at most ${MOST_DAYS} days, and the end ${until} is later.`)
    : { expiry: untilSec, chosen: [] };
}
