import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { AlertCondition, AlertDirection } from '../../values/price-alert.ts';
import { compareRationals, formatTrimmed, HUNDRED, multiplyRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';

/** The condition of an alert as a client states it. `usd` and `percent` are decimal text. */
export type NewCondition =
  | { readonly type: 'above' | 'below'; readonly usd: string }
  | { readonly type: 'change'; readonly percent: string; readonly direction: AlertDirection };

const MOST_PERCENT = parseRational('10000');
/** Number of decimal places of the dollar prices that are computed from a percentage. So many places are enough for tokens of any price. */
const DIGITS = 36;

/**
 * Converts the condition of a new alert to the prices in dollars at which the alert fires. A change in percent is relative to `nowUsd`, the
 * current price.
 * @throws TerminalError 400 `wrong-price`, `wrong-percent`
 */
export function resolveCondition(condition: NewCondition, nowUsd: string): AlertCondition {
  if (condition.type !== 'change') {
    const price = parseRational(condition.usd);
    if (compareRationals(price, ZERO) > 0) return condition;
    throw new TerminalError({ code: 'wrong-price', status: 400, message: `The price must be above 0, and ${condition.usd} is not.` });
  }
  const { percent, direction } = condition;
  const share = parseRational(percent);
  if (compareRationals(share, ZERO) <= 0 || compareRationals(share, MOST_PERCENT) > 0)
    throw wrongPercent(`A change must be above 0 and at most 10000 percent, and ${percent} is not.`);
  if (direction !== 'up' && compareRationals(share, HUNDRED) >= 0)
    throw wrongPercent(`A price cannot fall by ${percent} percent. Give less than 100 percent, or use the direction "up".`);
  return {
    ...{ type: 'change', percent, direction, referenceUsd: nowUsd },
    aboveUsd: direction === 'down' ? null : movedBy(nowUsd, share),
    belowUsd: direction === 'up' ? null : movedBy(nowUsd, { ...share, numerator: -share.numerator }),
  };
}

function movedBy(usd: string, { numerator, denominator }: Rational): string {
  const factor = { numerator: 100n * denominator + numerator, denominator: 100n * denominator };
  return formatTrimmed(multiplyRationals(parseRational(usd), factor), DIGITS);
}

function wrongPercent(message: string): TerminalError {
  return new TerminalError({ code: 'wrong-percent', status: 400, message });
}
