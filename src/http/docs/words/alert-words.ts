import { baseUnits, type FieldWords, id, isoTime, plain, tokens, usd, word } from './units.ts';

/**
 * The fields of price alerts and limit orders, for the API page. They are separate because the answers of the assistant contain these
 * fields too.
 */
export const alertWords: FieldWords = {
  id: id('The id of the alert.'),
  '@.status': plain('Only alerts with this status.'),
  kind: word('`price-alert` only tells; `limit-order` also gets a quote to trade with.', 'price-alert'),
  status: word('What has become of it: it waits, fires, has fired, has expired or was cancelled.', 'waiting'),
  condition: plain('When it fires.'),
  'condition.type': word('`above` or `below` a price, or a `change` of it.', 'above'),
  'condition.text': word('The condition as a sentence.', 'WETH is above $3500'),
  aboveUsd: usd('It fires when one whole token costs at least this, as decimal text; null for other conditions.', '3500'),
  belowUsd: usd('It fires when one whole token costs at most this, as decimal text; null for other conditions.', '2500'),
  referenceUsd: usd('The price from which the change counts, as decimal text; null for other conditions.', '3000'),
  price: { description: 'The price at which it fires, in US dollars; a number or text.', example: '3500' },
  percent: { description: 'The change at which it fires, in percent; a number or text.', example: '5' },
  direction: word('Whether the price must go up, down, or either.', 'up'),
  fired: plain('When and at which price it fired; null until then.'),
  'fired.priceUsd': usd('The price at which it fired, as decimal text.', '3501.2'),
  priceAt: isoTime('Of when the price was.'),
  order: plain('What a limit order trades; null for an alert.'),
  'order.amount': {
    description: 'What is spent: in base units as text in replies; in whole tokens as a number or text in requests.',
    example: '100',
  },
  'order.amountText': tokens('What is spent, for people.', '100'),
  quote: plain('The quote that was got when a limit order fired; null until then.'),
  'quote.amount': baseUnits('What is received.', '28571428571428571'),
  quoteProblem: word('Why no quote was got; null if one was.', 'No provider has a quote.'),
  cancelledBy: word('Who cancelled it.', 'wallet'),
  createdBy: word('Where it was made: by the wallet in an app, or in the chat.', 'wallet'),
};
