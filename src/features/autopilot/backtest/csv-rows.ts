import Papa from 'papaparse';
import { type CsvDialect, MOST_LINE } from './csv-dialect.ts';

/** A row of a CSV table, and the number of the line in which it begins. `isBroken` means that its quotes are not balanced. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isBroken: boolean };

/**
 * A part of a CSV table. `endsAt` is the line at which reading stopped early, because the line is too long or has an unclosed quote; null
 * when reading did not stop early.
 */
export type CsvPiece = { readonly rows: readonly CsvRow[]; readonly endsAt: number | null };

/** Number of characters of CSV text that are parsed at once. Parsing them takes a millisecond or two. */
const PIECE = 32_768;

/** Parses CSV text piece by piece, so that the memory of each piece can be freed before the next piece is parsed. */
export function* csvPieces(text: string, { separator }: CsvDialect): Generator<CsvPiece> {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n' });
  let rest = '';
  let line = 1;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    // A piece of text must not end between the two characters of a CRLF line break.
    if (text[end - 1] === '\r' && end < text.length) end += 1;
    const isLast = end === text.length;
    const piece = rest + withPlainEnds(text.slice(start, end));
    const { data, errors, cursor } = resultOf(parser.parse(piece, 0, !isLast));
    const broken = new Set(errors);
    const rows: CsvRow[] = [];
    for (const [index, cells] of data.entries()) {
      rows.push({ line, cells, isBroken: broken.has(index) });
      line += 1;
      for (const cell of cells) line += endsIn(cell);
    }
    rest = piece.slice(cursor);
    const isTooLong = !isLast && rest.length > MOST_LINE;
    yield { rows, endsAt: isTooLong ? line : null };
    if (isTooLong) return;
    start = end;
  }
}

export function withPlainEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

type Parsed = { readonly data: readonly (readonly string[])[]; readonly errors: readonly number[]; readonly cursor: number };

/**
 * Converts the result of the CSV parser to a precise type, because the parser's own type definitions do not describe its rows correctly.
 */
function resultOf(result: Papa.ParseResult<string[]>): Parsed {
  return { data: result.data, errors: result.errors.flatMap(({ row }) => (row === undefined ? [] : [row])), cursor: result.meta.cursor };
}

function endsIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}
