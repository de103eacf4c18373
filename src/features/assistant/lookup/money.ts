import type { FiatRates } from '../../../market/prices/fiat-rates.ts';
import { numberText } from '../../../values/inspection/plain-number.ts';
import {
  divideRationals,
  formatRational,
  formatTrimmed,
  multiplyRationals,
  parseRational,
  type Rational,
} from '../../../values/rational.ts';

/** Converts dollars to the currency that a person reads. */
export type Money = {
  /** The currency of the values: the one that was asked for, or dollars when there is no rate of it. */
  readonly currency: string;
  /** Why the values are not in the requested currency; null when they are. */
  readonly notice: string | null;
  /** The value in that currency, as decimal text with two or more digits. */
  readonly value: (usd: string | null) => string | null;
  /** A sentence's form: `12.34 EUR`, `$12.34`. */
  readonly text: (usd: string | null) => string;
};

export type OpenMoney = (currency: string | null) => Promise<Money>;

const DOLLARS = 'USD';
const DIGITS = 18;

export function createMoney({ fiatRates }: { readonly fiatRates: FiatRates }): {
  readonly open: OpenMoney;
  /** Converts an amount of a currency to dollars; null when there is no rate. */
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
      const notice = asked === null || rate !== null ? null : `There is no rate of ${asked} now, so values are in dollars.`;
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

/** Two digits after the point for amounts of at least one; more for smaller ones. */
export function moneyText(decimal: string): string {
  const value = parseRational(decimal);
  const isSmall = value.numerator < value.denominator && value.numerator > 0n;
  if (isSmall) return numberText(formatTrimmed(value, DIGITS));
  const [whole = '0', cents = '00'] = formatRational(value, 2).split('.');
  return `${numberText(whole)}.${cents}`;
}
