/**
 * Text for ids and indexed fields that comes back as it was, and that every server orders by code point.
 *
 * MongoDB keeps UTF-8, in which half a surrogate pair has no form: two different ids could meet in U+FFFD. Such a unit is kept as U+FFFF
 * (which no text carries) and four hex digits; U+FFFF itself likewise. MongoDB orders by UTF-8 bytes, but servers that speak its
 * protocol and are written in Java order by UTF-16 units, where an emoji stands before U+E000. A U+FFFF before each code point beyond
 * the first plane makes both agree. All other text is kept as it is.
 */
export function sortableText(text: string): string {
  return SPECIAL.test(text) ? Array.from(text, sortablePoint).join('') : text;
}

/** The text that `sortableText` was given. */
export function textFromSortable(stored: string): string {
  if (!stored.includes(MARK)) return stored;
  return stored.replace(MARKED, (_, hex: string | undefined) => (hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16))));
}

const MARK = '\uffff';
const MARKED = /\uffff([0-9a-f]{4})?/g;
/** By units: halves of pairs, whether they are in one or not, and the mark itself. */
const SPECIAL = /[\ud800-\udfff\uffff]/;

function sortablePoint(point: string): string {
  if (!SPECIAL.test(point)) return point;
  return MARK + (point.length === 2 ? point : point.charCodeAt(0).toString(16).padStart(4, '0'));
}
