/**
 * SQLite keeps UTF-8, in which half a surrogate pair has no form: it would come back as U+FFFD, and two different ids could meet. Such
 * a unit is kept as U+FFFF (which no text carries) and four hex digits; U+FFFF itself likewise. All other text is kept as it is.
 */
export function storedText(text: string): string {
  return text.isWellFormed() && !text.includes(MARK) ? text : [...text].map((point) => (isKept(point) ? point : marked(point))).join('');
}

/** The text that `storedText` was given. */
export function textFromStored(stored: string): string {
  return stored.includes(MARK) ? stored.replace(MARKED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : stored;
}

const MARK = '\uffff';
const MARKED = /\uffff([0-9a-f]{4})/g;

function isKept(point: string): boolean {
  return point !== MARK && point.isWellFormed();
}

function marked(unit: string): string {
  return MARK + unit.charCodeAt(0).toString(16).padStart(4, '0');
}
