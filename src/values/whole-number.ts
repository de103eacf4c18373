/**
 * A whole number as people write it: the digits 0 to 9 and nothing else. Signs, points, exponents, separators, spaces, hexadecimal, digits of
 * other scripts, and zeros in front (which some read as octal) are refused, as is what a double does not hold exactly. Null: it is none.
 */
export function parseWholeNumber(text: string): number | null {
  const number = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
