import { conditionText, orderText } from '../../values/alert-words.ts';
import { amountText, clause, numberText } from '../../values/inspection/plain-number.ts';
import { isoOf } from '../../values/iso-time.ts';
import { asJson } from '../../values/json.ts';
import type { TellParams } from '../../values/price-alert.ts';
import type { NewNotification, Notifications } from '../notifications/notification.ts';
import type { CountAlert } from './alert-metrics.ts';
import { quoteInputOf } from './quote-order.ts';

/**
 * Creates the function that notifies a wallet that its alert has fired. The id of the alert is the key of the notification, so a repeated
 * call adds no second notification.
 */
export function createTellAlert({
  notifications,
  count,
}: {
  readonly notifications: Pick<Notifications, 'add'>;
  readonly count: CountAlert;
}) {
  return async (alertId: string, told: TellParams): Promise<void> => {
    const isNew = await notifications.add(`price-alert/${alertId}`, notificationOf(alertId, told));
    if (isNew) count(told.kind, 'fired');
  };
}

/**
 * Builds the notification of an alert that has fired. It depends only on the alert's record, so building it again gives the same
 * notification.
 */
export function notificationOf(alertId: string, told: TellParams): NewNotification {
  const { wallet, kind, token, condition, order, origin, fired, outcome } = told;
  const price = `One ${token.symbol} costs $${numberText(fired.usd)} (${fired.source}), ${conditionText(condition)}.`;
  const trade = order === null ? '' : ` ${orderSentence(told)} Nothing was traded: only your wallet can sign the trade.`;
  return {
    ...{ type: kind, kind, wallet, expiryWarnedAtMs: null },
    title: `${kind === 'limit-order' ? 'Limit order' : 'Price alert'}: ${token.symbol} is at $${numberText(fired.usd)}`,
    message: `${price}${trade}`,
    data: asJson({
      ...{ alertId, token, chainId: token.chainId, condition, createdBy: origin },
      ...{ priceUsd: fired.usd, priceAt: isoOf(fired.priceAtMs), source: fired.source, firedAt: isoOf(fired.atMs) },
      ...(order === null
        ? {}
        : {
            ...{ order, quote: outcome?.quote ?? null, quoteProblem: outcome?.problem ?? null },
            // The data with which a client requests new quotes after the quote in the notification has expired.
            quoteRequest: quoteInputOf(order, wallet),
          }),
    }),
  };
}

function orderSentence({ order, outcome }: TellParams): string {
  if (order === null) return '';
  const quote = outcome?.quote ?? null;
  if (quote === null)
    return `To ${orderText(order)}, request a quote. No quote was available when the alert fired (${clause(outcome?.problem ?? '')}).`;
  const until = quote.expiresAt.slice(11, 19);
  return `To ${orderText(order)}, ${quote.aggregator} offers ${amountText(quote.amount, order.to)}, valid until ${until} UTC.`;
}
