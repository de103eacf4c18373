import type { FiatRates } from '../../../market/prices/fiat-rates.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import {
  addRationals,
  divideRationals,
  formatRational,
  formatTrimmed,
  multiplyRationals,
  parseRational,
  type Rational,
} from '../../../values/rational.ts';
import type { Slots } from '../understanding/agent-service.ts';

/** Converts dollar values to the currency in which a user wants to see amounts. */
export type Money = {
  /** The currency of the converted values: the requested currency, or dollars when no exchange rate is known. */
  readonly currency: string;
  /** Why the converted values are not in the requested currency; null when they are. */
  readonly notice: string | null;
  /** Converts a value in dollars to `currency`, as decimal text with at least two digits after the point. */
  readonly value: (usd: string | null) => string | null;
  /** Converts a value in dollars to text for a sentence, such as `12.34 EUR` or `$12.34`. */
  readonly text: (usd: string | null) => string;
};

export type OpenMoney = (currency: string | null) => Promise<Money>;

/** The currency in which to show values: the one that the message names, else the one of the request; null for dollars. */
export function currencyOf({ slots, currency }: { readonly slots: Pick<Slots, 'fiat'>; readonly currency: string | null }): string | null {
  return slots.fiat ?? currency;
}

const DOLLARS = 'USD';
const DIGITS = 18;
const HALF_CENT: Rational = { numerator: 1n, denominator: 200n };
const MINUS_HALF_CENT: Rational = { numerator: -1n, denominator: 200n };

export function createMoney({ fiatRates }: { readonly fiatRates: FiatRates }): {
  readonly open: OpenMoney;
  /** Converts an amount of a currency to dollars; null when there is no exchange rate. */
  readonly toUsd: (amount: Rational, currency: string) => Promise<Rational | null>;
} {
  const rateOf = async (currency: string): Promise<Rational | null> => {
    if (currency === DOLLARS) return { numerator: 1n, denominator: 1n };
    const rate = (await fiatRates.read().catch(() => null))?.perUsd[currency];
    return rate === undefined ? null : parseRational(rate);
  };

  return {
    async open(asked) {
      const rate = asked === null ? null : await rateOf(asked);
      const currency = asked === null || rate === null ? DOLLARS : asked;
      const notice = asked === null || rate !== null ? null : `There is no exchange rate of ${asked} now, so values are in dollars.`;
      const value = (usd: string | null) => {
        if (usd === null) return null;
        return rate === null || currency === DOLLARS ? usd : formatTrimmed(multiplyRationals(parseRational(usd), rate), DIGITS);
      };
      const text = (usd: string | null) => {
        const converted = value(usd);
        if (converted === null) return 'no price';
        return currency === DOLLARS ? `$${moneyText(converted)}` : `${moneyText(converted)} ${currency}`;
      };
      return { currency, notice, value, text };
    },

    async toUsd(amount, currency) {
      const rate = await rateOf(currency);
      return rate === null ? null : divideRationals(amount, rate);
    },
  };
}

/** Formats an amount rounded to two digits after the point, or with more digits when the amount is below one. */
export function moneyText(decimal: string): string {
  const value = parseRational(decimal);
  const isSmall = value.numerator < value.denominator && value.numerator > 0n;
  if (isSmall) return numberText(formatTrimmed(value, DIGITS));
  const [whole = '0', cents = '00'] = formatRational(addRationals(value, value.numerator < 0n ? MINUS_HALF_CENT : HALF_CENT), 2).split('.');
  return `${numberText(whole)}.${cents}`;
}
