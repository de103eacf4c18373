import { type CellProblem, shown } from './history-cell.ts';

/** Maximum length of a line of CSV text, in characters. A line of 20 addresses, or of prices with all their digits, is much shorter. */
export const MOST_LINE = 8_192;

/** The separator of a CSV table, and the number of lines (`skipped`) before its header. */
export type CsvDialect = { readonly separator: ',' | ';' | '\t'; readonly skipped: number };

export const SEPARATOR_NAMES = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
const SEPARATORS = [',', ';', '\t'] as const;

/** Known file formats other than CSV that users send by mistake. */
const OTHERS: readonly (readonly [is: (head: string) => boolean, what: string])[] = [
  [(head) => head.startsWith('PK\u0003\u0004'), 'a spreadsheet or a ZIP archive: save the sheet as CSV'],
  [(head) => head.startsWith('\u001F'), 'compressed: unpack it first'],
  [(head) => head.includes('\0'), 'not plain text, or text in UTF-16: save it as UTF-8'],
  [(head) => /^\s*<(?:!doctype|html|\?xml)/i.test(head), 'an HTML page or XML: download the CSV file itself'],
  [
    (head) => /^\s*[[{]/.test(head),
    'JSON, not CSV: send the rows as a JSON array instead of as text, or give the file a name that ends in .json',
  ],
];

/** Detects the dialect of CSV text from its first line. @param head the beginning of the text, with `\n` as the line end */
export function csvDialectOf(head: string): CsvDialect | CellProblem {
  const other = OTHERS.find(([is]) => is(head));
  if (other !== undefined) return { code: 'not-csv', message: `This is ${other[1]}` };
  const lines = head.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '');
  const line = lines[at] ?? '';
  // Spreadsheet programs can write a line such as `sep=;` before the header, which states the separator of the cells.
  const [, told] = /^\uFEFF?"?sep=(.)"?\s*$/i.exec(line) ?? [];
  if (told !== undefined) {
    const separator = SEPARATORS.find((one) => one === told);
    return separator === undefined
      ? { code: 'invalid-header', message: `Cells are separated by ${shown(told)}: expected commas, semicolons or tabs` }
      : { separator, skipped: at + 1 };
  }
  const outside = line.replace(/"(?:[^"]|"")*"/g, '');
  const found = SEPARATORS.filter((separator) => outside.includes(separator));
  if (found.length > 1) {
    const names = found.map((separator) => SEPARATOR_NAMES[separator]).join(' and ');
    return {
      code: 'ambiguous-separator',
      message: `There are ${names} in the first line: expected one of them between the cells, others only within quotes`,
    };
  }
  return { separator: found[0] ?? ',', skipped: Math.max(0, at) };
}
