/**
 * Returns the exact decimal string of a finite JavaScript number, without exponent: `1e-7` becomes `0.0000001`, `1e21` becomes a 1 and 21
 * zeros. It is the shortest string that parses to the same number, so it equals the sender's text if that had at most 15 significant
 * digits.
 * @throws RangeError for NaN and the infinities
 */
export function decimalTextOf(number: number): string {
  if (!Number.isFinite(number)) throw new RangeError(`${number} has no decimal text`);
  const text = Object.is(number, -0) ? '0' : String(number);
  const [mantissa = '', exponentText] = text.split('e');
  if (exponentText === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = (sign === '' ? mantissa : mantissa.slice(1)).split('.');
  const digits = whole + fraction;
  return sign + withPointAt(digits, whole.length + Number(exponentText));
}

/**
 * Inserts a decimal point before position `pointAt` of a string of digits. Adds zeros when that position is outside the string: `85` with
 * the position -1 becomes `0.085`.
 */
export function withPointAt(digits: string, pointAt: number): string {
  if (pointAt <= 0) return `0.${'0'.repeat(-pointAt)}${digits}`;
  if (pointAt >= digits.length) return `${digits}${'0'.repeat(pointAt - digits.length)}`;
  return `${digits.slice(0, pointAt)}.${digits.slice(pointAt)}`;
}
