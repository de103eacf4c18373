import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { noList } from '../../../http/fields.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { plainDecimalOf, writtenOf } from '../../../values/written-number.ts';
import { country } from './country.ts';
import { AMOUNT_EXPECTED, fiat, httpUrl, PLAIN_AMOUNT, rampSide, word } from './ramp-inputs.ts';

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
/**
 * An amount with exactly the digits that the client wrote. Only a number with an exponent is converted, because the checkout page accepts
 * no exponent.
 */
const pageAmount = v.pipe(
  v.unknown(),
  describedAs(v.union([v.string(), v.number()])),
  v.transform((value) => {
    const written = writtenOf(value) ?? '';
    return PLAIN_AMOUNT.test(written) ? written : (plainDecimalOf(written) ?? '');
  }),
  v.regex(PLAIN_AMOUNT, AMOUNT_EXPECTED),
);
const ORDER_NUMBER_EXPECTED = "Expected the order's number of 1 to 48 characters, such as a reference of GET /defi/alchemy-pay/assign.";
const orderNumber = v.pipe(pageText, v.minLength(1, ORDER_NUMBER_EXPECTED), v.maxLength(48, ORDER_NUMBER_EXPECTED));
const ADDRESS_EXPECTED = 'Expected the address that receives the crypto.';

/** The parameters of a signed page that clients may set. This service sets the application id, the time and the webhook's URL. */
const parameters = {
  ...{ crypto: pageWord, network: pageWord, fiat, fiatAmount: pageAmount, cryptoAmount: pageAmount, country },
  ...{
    address: v.pipe(pageText, v.minLength(1, ADDRESS_EXPECTED)),
    merchantOrderNo: orderNumber,
    redirectUrl: httpUrl,
    payWayCode: pageWord,
    memo: pageText,
  },
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

/** The parameters that the checkout page requires, for purchases and for sales, with a description of the accepted values. */
const NEEDED: Readonly<Record<RampSide, Readonly<Record<string, string>>>> = {
  buy: {
    crypto: 'the coin, such as USDT',
    network: 'the network of the coin, such as ETH',
    address: 'the address that receives the crypto',
  },
  sell: {
    crypto: 'the coin, such as USDT',
    network: 'the network of the coin, such as ETH',
    cryptoAmount: 'the amount of crypto that is sold',
  },
};

/**
 * Requires the parameters without which Alchemy Pay does not open its page.
 * @throws InvalidInputError that names each missing parameter
 */
export function requirePageParams(side: RampSide, given: Readonly<Record<string, string>>): void {
  const { fiat: currency, fiatAmount } = given;
  const needed = {
    ...NEEDED[side],
    merchantOrderNo: "the order's number, such as a reference of GET /defi/alchemy-pay/assign",
    ...(fiatAmount === undefined ? {} : { fiat: 'the currency of fiatAmount' }),
    ...(side === 'buy' || currency === undefined ? {} : { country: 'the country of the bank account, which `fiat` requires' }),
  };
  const missing = Object.entries(needed).filter(([name]) => given[name] === undefined);
  if (missing.length === 0) return;
  throw new InvalidInputError(missing.map(([name, what]) => ({ path: `body.${name}`, code: 'missing', message: `Expected ${what}.` })));
}
