import { amountText, numberText } from './inspection/plain-number.ts';
import type { AlertCondition, AlertOrder } from './price-alert.ts';

/** Describes the condition of a price alert in words that follow the token's name in a sentence: `at or above $4,000`. */
export function conditionText(condition: AlertCondition): string {
  if (condition.type !== 'change') return `at or ${condition.type} $${numberText(condition.usd)}`;
  const { percent, direction, referenceUsd, aboveUsd, belowUsd } = condition;
  const bounds = [
    ...(belowUsd === null ? [] : [`at or below $${numberText(belowUsd)}`]),
    ...(aboveUsd === null ? [] : [`at or above $${numberText(aboveUsd)}`]),
  ].join(' or ');
  return `${bounds} (${direction === 'either' ? '' : `${direction} `}${numberText(percent)} % from $${numberText(referenceUsd)})`;
}

/** Describes the trade of a limit order: `swap 1 ETH to USDC`. */
export function orderText({ from, to, amount }: AlertOrder): string {
  return `swap ${amountText(amount, from)} to ${to.symbol}`;
}
