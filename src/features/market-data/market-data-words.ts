import { type FieldWords, isoTime, plain, usd, word } from '../../http/docs/words/units.ts';

/** The fields of prices and exchange rates, for the API page. */
export const marketDataWords: FieldWords = {
  code: word('The currency (ISO 4217).', 'EUR'),
  base: plain('The currency from which the rates count.'),
  rates: plain('How much of each currency one US dollar is, as decimal text.'),
  rate: word('How much of the currency one US dollar is, as decimal text.', '0.92'),
  from: isoTime('The beginning of the series. Left out: a day ago.'),
  to: isoTime('The end of the series. Left out: now.'),
  points: plain('The recorded prices, oldest first.'),
  usd: usd('The price of one whole token, as decimal text.', '3000'),
  priceUsd: usd('The price of one whole token, as decimal text.', '3000'),
  highUsd: usd('The highest price since the point before, as decimal text.', '3010'),
};
