/**
 * Parses a whole number of plain digits 0 to 9. Signs, points, exponents, separators, spaces, hexadecimal, digits of other scripts, leading
 * zeros (which some programs read as octal) and numbers that a JavaScript number cannot represent exactly are refused. Returns null for
 * refused text.
 */
export function parseWholeNumber(text: string): number | null {
  const number = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
