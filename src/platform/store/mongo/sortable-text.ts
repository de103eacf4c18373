/**
 * Encodes text for ids and indexed fields so that it can be restored exactly, and every server sorts it by code point. MongoDB stores
 * UTF-8, which cannot represent an unpaired surrogate: two different ids could both become U+FFFD. An unpaired surrogate is therefore
 * stored as U+FFFF and four hex digits. U+FFFF, which normal text does not contain, is stored in this way too. MongoDB sorts by UTF-8
 * bytes, but compatible servers written in Java sort by UTF-16 units, where an emoji comes before U+E000. A U+FFFF before each code point
 * above U+FFFF makes both orders the same. All other text is stored unchanged.
 */
export function sortableText(text: string): string {
  return SPECIAL.test(text) ? Array.from(text, sortablePoint).join('') : text;
}

/** Decodes text that was encoded by `sortableText`. */
export function textFromSortable(stored: string): string {
  if (!stored.includes(MARK)) return stored;
  return stored.replace(MARKED, (_, hex: string | undefined) => (hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16))));
}

const MARK = '\uffff';
const MARKED = /\uffff([0-9a-f]{4})?/g;
/** Matches UTF-16 code units that need an encoding: surrogates (paired or not), and U+FFFF, which marks encoded units. */
const SPECIAL = /[\ud800-\udfff\uffff]/;

function sortablePoint(point: string): string {
  if (!SPECIAL.test(point)) return point;
  return MARK + (point.length === 2 ? point : point.charCodeAt(0).toString(16).padStart(4, '0'));
}
