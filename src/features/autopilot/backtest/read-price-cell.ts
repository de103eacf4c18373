import { withPointAt } from '../../../values/decimal-text.ts';
import { type CellProblem, MOST_CELL, shown } from './history-cell.ts';

/** Maximum number of digits of a price on each side of the decimal point. */
const MOST_DIGITS = 30;
const PLAIN = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;
const EXPONENT = /^([0-9]{1,60})?(?:\.([0-9]{1,60}))?e([+-]?[0-9]{1,3})$/i;
const SPACED = /^[1-9][0-9]{0,2}([ \u00A0\u2009\u202F'\u2019])[0-9]{3}(?:\1[0-9]{3})*(?:\.[0-9]+)?$/;
const COMMA_GROUPS = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;
const ONE_COMMA_GROUP = /^[1-9][0-9]{0,2},[0-9]{3}$/;
const NO_PRICE_WORD = /^(?:-+|\u2013|\u2014|n\/?a\.?|#n\/a|nan|null|none|nil|undefined|missing|\.+|\?)$/i;

const ACCEPTED = 'expected a plain number above 0 with a point for decimals, such as 2345.67';

/**
 * Parses a price in the notations of users and programs: plain digits, an exponent (`8.5e-7`), a leading dollar sign, and thousands
 * separators where they are unambiguous. The price keeps all its digits.
 */
export function readPriceCell(text: string): { readonly price: string } | CellProblem {
  if (PLAIN.test(text)) return aboveZero(text, text);
  if (text.length > MOST_CELL) return invalid(text, 'is not a price');
  const number = text.startsWith('$') ? text.slice(1).trim() : text;
  if (PLAIN.test(number)) return aboveZero(number, text);
  if (ONE_COMMA_GROUP.test(number)) {
    const [plain, decimal] = [number.replace(',', ''), number.replace(',', '.')];
    const message = `${shown(text)} may be ${plain} or ${decimal}: write it without the comma, or with a point`;
    return { code: 'ambiguous-price', message };
  }
  if (COMMA_GROUPS.test(number) || SPACED.test(number)) return plainOf(number.replace(/[^0-9.]/g, ''), text);
  if (/^\.[0-9]+$/.test(number)) return plainOf(`0${number}`, text);
  const expanded = expand(number);
  if (expanded !== null) return plainOf(expanded, text);
  return { code: 'invalid-price', message: `${shown(text)} ${whyNot(number)}` };
}

function whyNot(text: string): string {
  if (NO_PRICE_WORD.test(text)) return 'is not a price: leave the cell empty when there is no price';
  if (/^[-\u2212(][$]?[0-9.,]/.test(text)) return `is below 0: ${ACCEPTED}`;
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return `is not a price: ${ACCEPTED}`;
  if (/^[0-9][0-9. \u00A0\u2009\u202F'\u2019]*,[0-9]+(?:e[+-]?[0-9]+)?$/i.test(text))
    return 'has a decimal comma: write a decimal point, and no thousands separators';
  if (/^[0-9]+(?:\.[0-9]+){2,}$/.test(text)) return `has more than one point: ${ACCEPTED}`;
  if (/^[0-9.,]+$/.test(text) && text.includes(',')) return `has separators that do not separate thousands: ${ACCEPTED}`;
  if (/^0[0-9]/.test(text)) return `has a leading zero: ${ACCEPTED}`;
  return `is not a price: ${ACCEPTED}`;
}

/** Converts a number with an exponent exactly to plain digits: `8.5e-7` becomes `0.00000085`. */
function expand(text: string): string | null {
  const match = EXPONENT.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent] = match;
  if (whole === '' && fraction === '') return null;
  return withPointAt(`${whole}${fraction}`, whole.length + Number(exponent));
}

function plainOf(number: string, text: string): { readonly price: string } | CellProblem {
  const [wholeText = '', fractionText = ''] = number.split('.');
  const whole = wholeText.replace(/^0+(?=.)/, '');
  // If the fraction has too many digits, its trailing zeros are removed before the number of digits is checked.
  const fraction = fractionText.length > MOST_DIGITS ? fractionText.replace(/0+$/, '') : fractionText;
  const plain = fraction === '' ? whole : `${whole}.${fraction}`;
  if (PLAIN.test(plain)) return aboveZero(plain, text);
  return invalid(text, `has more than ${MOST_DIGITS} digits before or after its point`);
}

function aboveZero(price: string, text: string): { readonly price: string } | CellProblem {
  return /[1-9]/.test(price)
    ? { price }
    : invalid(text, 'is not a price, because it is not above 0. Leave the cell empty when there is no price');
}

function invalid(text: string, why: string): CellProblem {
  return { code: 'invalid-price', message: `${shown(text)} ${why}` };
}
