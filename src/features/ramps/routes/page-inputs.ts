import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { noList } from '../../../http/fields.ts';
import { writtenOf } from '../../../values/written-number.ts';
import { country } from './country.ts';
import { fiat, httpUrl, rampAmount, rampSide, word } from './ramp-inputs.ts';

const TEXT_EXPECTED = 'Expected text of at most 2000 characters without control characters, or a number.';

/** Text, or a number with the digits that the client wrote. Unpaired surrogates are refused, because no URL can contain them. */
const pageText = v.pipe(
  v.unknown(),
  describedAs(v.union([v.string(), v.number()])),
  v.transform(writtenOf),
  v.string(TEXT_EXPECTED),
  v.maxLength(2_000, TEXT_EXPECTED),
  v.check((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), TEXT_EXPECTED),
);
const pageWord = v.pipe(pageText, word('a word'));

/** The parameters of a signed page that clients may set. This service sets the application id, the time and the webhook's URL. */
const parameters = {
  ...{ crypto: pageWord, network: pageWord, fiat, fiatAmount: rampAmount, cryptoAmount: rampAmount, country },
  ...{ address: pageText, merchantOrderNo: pageText, redirectUrl: httpUrl, payWayCode: pageWord, memo: pageText },
  ...{ language: pageWord, merchantName: pageText, showTable: pageWord },
};

export const PAGE_NAMES: readonly string[] = Object.keys(parameters);

export const pageBody = v.pipe(
  noList,
  v.strictObject(
    { side: v.optional(rampSide), ...v.partial(v.object(parameters)).entries },
    `Only these fields are accepted: side, ${PAGE_NAMES.join(', ')}.`,
  ),
);
