/** Descriptions for people of the regular expressions that occur in the schemas of actors' events. */
const HINTS: Readonly<Record<string, string>> = {
  '^(0|[1-9][0-9]{0,77})$': 'a whole number in decimal digits (base units, where it is an amount)',
  '^0x[0-9a-f]{40}$': 'an address: 0x and 40 hex digits in lower case',
  '^0x([0-9a-f]{2})*$': 'bytes: 0x and pairs of hex digits in lower case',
  '^[a-z][a-z0-9-]*\\/.+$': 'an actor id: type/key',
};

/** Describes for a person which texts match a regular expression. */
export function patternHint(pattern: string): string {
  return HINTS[pattern] ?? `text like ${pattern}`;
}
