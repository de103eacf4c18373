import { type FieldWords, isoTime, plain, usd, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of prices and exchange rates, for the page of API documentation. */
export const marketDataWords: FieldWords = {
  code: word('The code of the currency (ISO 4217).', 'EUR'),
  base: plain('The currency that the rates convert into other currencies: always USD.'),
  rates: plain('For each currency, how many units of it one US dollar is worth, as decimal text.'),
  rate: word('How many units of the currency one US dollar is worth, as decimal text.', '0.92'),
  from: isoTime('The beginning of the requested period. If it is omitted, the period begins a day ago.'),
  to: isoTime('The end of the requested period. If it is omitted, the period ends now.'),
  points: plain('The recorded prices, oldest first.'),
  usd: usd('The price of one whole token at the time of this point, as decimal text.', '3000'),
  priceUsd: usd('The current price of one whole token, as decimal text.', '3000'),
  highUsd: usd('The highest recorded price of one whole token in the minute or hour of this point, as decimal text.', '3010'),
};
