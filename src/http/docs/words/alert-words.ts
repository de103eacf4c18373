import { baseUnits, type FieldWords, id, isoTime, plain, tokens, usd, word } from './units.ts';

/**
 * The fields of price alerts and limit orders, for the API page. They have a table of their own because the answers of the assistant
 * contain these fields too.
 */
export const alertWords: FieldWords = {
  id: id('The id of the alert.'),
  '@.status': plain('If this is given, only alerts with this status are listed.'),
  kind: word(
    'The kind of alert. A `price-alert` only sends a notification; the notification of a `limit-order` also contains a quote for the trade.',
    'price-alert',
  ),
  status: word('The status of the alert, such as waiting, fired, expired or cancelled.', 'waiting'),
  condition: plain('The condition under which the alert fires.'),
  'condition.type': word('The type of condition: the price is `above` or `below` a value, or there is a `change` of the price.', 'above'),
  'condition.text': word('The condition of the alert, as a text for users.', 'WETH is above $3500'),
  aboveUsd: usd('The alert fires when one whole token costs at least this value, as decimal text; null for other conditions.', '3500'),
  belowUsd: usd('The alert fires when one whole token costs at most this value, as decimal text; null for other conditions.', '2500'),
  referenceUsd: usd('The price from which the change is measured, as decimal text; null for other conditions.', '3000'),
  price: { description: 'The price of one whole token at which the alert fires, in US dollars; a number or text.', example: '3500' },
  percent: { description: 'The change of the price at which the alert fires, in percent; a number or text.', example: '5' },
  direction: word('The direction in which the price must change: up, down, or either.', 'up'),
  fired: plain('The time and the price at which the alert fired; null if it has not fired.'),
  'fired.priceUsd': usd('The price at which the alert fired, as decimal text.', '3501.2'),
  priceAt: isoTime('The time at which the token had this price.'),
  order: plain('The trade of a limit order; null for a price alert.'),
  'order.amount': {
    description: 'The amount to spend. In replies, it is text in base units; in requests, it is a number or text in whole tokens.',
    example: '100',
  },
  'order.amountText': tokens('The amount to spend, in a form to show to users.', '100'),
  quote: plain('The quote that was requested when the limit order fired; null if there is none.'),
  'quote.amount': baseUnits('The amount of the bought token that the trade would deliver.', '28571428571428571'),
  quoteProblem: word('Why there is no quote, as a sentence; null if there is one.', 'No provider has a quote.'),
  cancelledBy: word('Who cancelled the alert; null if it was not cancelled.', 'wallet'),
  createdBy: word('How the alert was created: by the signed-in wallet, or by a chat message.', 'wallet'),
};
