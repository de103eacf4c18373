import * as v from 'valibot';
import { describedAs } from '../../../http/described-as.ts';
import { chainIdMember, chainIdText } from '../../../http/fields.ts';
import { walletText } from '../../../http/wallet-text.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { parseChainAddress } from '../../../values/parse-chain-address.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { plainDecimalOf, writtenOf } from '../../../values/written-number.ts';
import type { CoinChoice, OfferInput } from '../offer.ts';
import { country } from './country.ts';

export const AMOUNT_EXPECTED = 'Expected an amount above 0 with at most 18 digits before and 18 after the point, such as "200" or "0.5".';

/** Matches an amount above 0 as plain decimal text. */
export const PLAIN_AMOUNT = /^(?!0+(\.0+)?$)[0-9]{1,18}(\.[0-9]{1,18})?$/;

/** Schema of an amount as text or as a JSON number. A number is converted to decimal text with the same digits. */
export const rampAmount = v.pipe(
  v.unknown(),
  describedAs(v.union([v.string(), v.number()])),
  v.transform((value) => plainDecimalOf(writtenOf(value) ?? '') ?? ''),
  v.regex(PLAIN_AMOUNT, AMOUNT_EXPECTED),
);

/** Schema of the side of a request: `buy` and `on` mean a purchase, `sell` and `off` a sale. */
export const rampSide = v.pipe(
  v.picklist(['buy', 'sell', 'on', 'off'], 'Expected buy (or on) for a purchase, sell (or off) for a sale.'),
  v.transform((side): RampSide => (side === 'buy' || side === 'on' ? 'buy' : 'sell')),
);

export const fiat = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{3}$/, 'Expected the three-letter code of a currency, such as EUR.'),
  v.toUpperCase(),
);
export const word = (what: string) => v.pipe(v.string(), v.regex(/^[\w .:/-]{1,64}$/, `Expected ${what} of 1 to 64 letters and digits.`));
const method = word('a payment method (card, bank, wallet, or a code of the provider)');
export const httpUrl = v.pipe(
  v.string(),
  v.maxLength(2_000, 'Expected a URL with at most 2000 characters.'),
  v.check((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), 'Expected a URL that begins with http:// or https://.'),
);

const shared = {
  side: rampSide,
  fiat,
  token: v.optional(v.pipe(v.string(), v.maxLength(128))),
  crypto: v.optional(word('a coin')),
  network: v.optional(word('a network')),
  fiatAmount: v.optional(rampAmount),
  cryptoAmount: v.optional(rampAmount),
  country: v.optional(country),
  paymentMethod: v.optional(method),
};

export const offerBody = v.object({ ...shared, chainId: v.optional(chainIdMember) });

export const checkoutBody = v.object({
  ...shared,
  chainId: v.optional(chainIdMember),
  wallet: walletText,
  reference: v.optional(v.pipe(v.string(), v.uuid('Expected a reference that this service has assigned, which is a UUID.'))),
  redirectUrl: v.optional(httpUrl),
});

/**
 * The query of the routes that assign a reference to an order. `amount` is what the person pays, unless `fiatAmount` or `cryptoAmount` is
 * given.
 */
export const assignQuery = v.object({
  ...shared,
  side: v.optional(rampSide),
  chainId: v.optional(chainIdText),
  wallet: walletText,
  amount: v.optional(rampAmount),
});

type Shared = Omit<v.InferOutput<typeof offerBody>, 'side'>;

/** Converts a request to the input for offers. @throws InvalidInputError that names the missing field, or the field that was given twice */
export function offerInputOf(given: Shared & { readonly side: RampSide }, place: 'body' | 'query'): OfferInput {
  const { side, fiat: currency, fiatAmount, cryptoAmount, country: from, paymentMethod } = given;
  if ((fiatAmount === undefined) === (cryptoAmount === undefined))
    throw refuse(`${place}.fiatAmount`, 'Expected either fiatAmount or cryptoAmount, not both.');
  return {
    ...{ side, fiat: currency, coin: coinOf(given, place), country: from ?? null, method: paymentMethod ?? null },
    amount: fiatAmount ?? cryptoAmount ?? '',
    amountOf: fiatAmount === undefined ? 'crypto' : 'fiat',
  };
}

function coinOf({ chainId, token, crypto, network }: Shared, place: string): CoinChoice {
  if (chainId !== undefined && token !== undefined) return { chainId, token: addressOf(chainId, token, place) };
  if (crypto !== undefined && network !== undefined) return { crypto, network };
  throw refuse(`${place}.token`, 'Expected either chainId and token, or crypto and network with the names that the provider uses.');
}

function addressOf(chainId: number, text: string, place: string) {
  try {
    return parseChainAddress(chainId, text);
  } catch {
    throw refuse(`${place}.token`, `Expected the address of a token on chain ${chainId}.`);
  }
}

function refuse(path: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path, code: 'invalid', message }]);
}
