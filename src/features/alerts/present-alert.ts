import { conditionText } from '../../values/alert-words.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { isoOf } from '../../values/iso-time.ts';
import { boundsOf, type PriceAlertView } from '../../values/price-alert.ts';

/** Converts an alert to the format in which clients receive it. Times are in ISO 8601 (UTC). */
export function presentAlert(alert: PriceAlertView) {
  const { id, kind, status, wallet, token, condition, order, origin, cancelledBy, fired, outcome, createdAtMs, expiresAtMs } = alert;
  const { aboveUsd, belowUsd } = boundsOf(condition);
  const change = condition.type === 'change' ? condition : null;
  return {
    ...{ id, kind, status, wallet, token: { ...token } },
    condition: {
      ...{ type: condition.type, aboveUsd, belowUsd, percent: change?.percent ?? null, direction: change?.direction ?? null },
      ...{ referenceUsd: change?.referenceUsd ?? null, text: `One ${token.symbol} is ${conditionText(condition)}.` },
    },
    order:
      order === null
        ? null
        : {
            ...{ from: { ...order.from }, to: { ...order.to }, amount: order.amount },
            amountText: formatAmount(BigInt(order.amount), order.from.decimals),
          },
    ...{ createdBy: origin, cancelledBy },
    fired: fired === null ? null : { priceUsd: fired.usd, source: fired.source, priceAt: isoOf(fired.priceAtMs), at: isoOf(fired.atMs) },
    ...{ quote: outcome?.quote == null ? null : { ...outcome.quote }, quoteProblem: outcome?.problem ?? null },
    ...{ createdAt: isoOf(createdAtMs), expiresAt: isoOf(expiresAtMs) },
  };
}
