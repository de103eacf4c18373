/**
 * Encodes text for SQLite, which stores UTF-8. UTF-8 cannot represent an unpaired surrogate: it would be read as U+FFFD, and two different
 * ids could become equal. An unpaired surrogate is therefore stored as U+FFFF and four hex digits. U+FFFF, which normal text does not
 * contain, is stored in this way too. All other text is stored unchanged.
 */
export function storedText(text: string): string {
  return text.isWellFormed() && !text.includes(MARK) ? text : [...text].map((point) => (isKept(point) ? point : marked(point))).join('');
}

/** Decodes a text that `storedText` has encoded. */
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
