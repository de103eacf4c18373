import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import { formatAmount } from '../../src/values/format-amount.ts';
import { countText, numberText } from '../../src/values/inspection/plain-number.ts';
import { amount, badge, cell, symbol, text, time } from '../../src/values/inspection/section-values.ts';
import type { Fact, Section } from '../../src/values/inspection/sections.ts';

/** Number of fraction digits of a position's average price. */
const PRICE_DIGITS = 18;

/**
 * Builds the inspector's sections that matter to a position's owner: how much was spent and bought, at which average price, and when the
 * next order comes.
 */
export function positionBusiness({ terms, chain }: DcaPositionContext): readonly Section[] {
  const { chainId, fromToken, toToken } = terms;
  const given = (units: string) => amount({ amount: units, token: fromToken, chainId });
  const got = (units: string) => amount({ amount: units, token: toToken, chainId });
  const orders = chain?.frequency || terms.frequency;
  const facts: readonly Fact[] = [
    { name: 'Budget', value: cell(given(chain?.amount ?? terms.amountBaseUnits), text(`in ${countText(orders, 'order')}`)) },
    ...(chain === null
      ? [{ name: 'Deposit', value: cell(badge('not seen yet', 'warn')) }]
      : [
          { name: 'Spent', value: cell(given(chain.spent), text(`in ${countText(chain.processed, 'order')}`)) },
          { name: 'Bought', value: cell(got(chain.received)) },
          ...averageFacts(terms, chain),
          { name: 'Claimable', value: cell(got(chain.claimable), ...(chain.autoClaim ? [badge('paid out automatically')] : [])) },
          { name: 'Next order', value: nextOrder(chain, given) },
        ]),
  ];
  return [{ kind: 'facts', title: 'Position', facts }];
}

type Chain = NonNullable<DcaPositionContext['chain']>;

function nextOrder({ status, nextOrderTimeSec, nextOrderAmount }: Chain, given: (units: string) => ReturnType<typeof amount>) {
  return status === 'active' && nextOrderTimeSec > 0 ? cell(given(nextOrderAmount), time(nextOrderTimeSec * 1_000)) : cell(text('none'));
}

function averageFacts(
  { chainId, fromToken, toToken, fromDecimals, toDecimals }: DcaPositionContext['terms'],
  { spent, received }: Chain,
): readonly Fact[] {
  if (fromDecimals === null || toDecimals === null || BigInt(received) === 0n) return [];
  const scale = PRICE_DIGITS + toDecimals - fromDecimals;
  if (scale < 0) return [];
  const price = formatAmount((BigInt(spent) * 10n ** BigInt(scale)) / BigInt(received), PRICE_DIGITS);
  const words = [text(numberText(price)), symbol(chainId, fromToken), text('for one'), symbol(chainId, toToken)];
  return [{ name: 'Average price', value: cell(...words) }];
}
