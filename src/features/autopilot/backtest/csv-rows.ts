import Papa from 'papaparse';
import { type CsvDialect, MOST_LINE } from './csv-dialect.ts';

/** A row of a table, with the line that it begins in. `isBroken`: its quotes are not in order. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isBroken: boolean };

/** A piece of a table. `endsAt`: the line in which the reading ended before its time, since it is too long, or a quote in it is never closed. */
export type CsvPiece = { readonly rows: readonly CsvRow[]; readonly endsAt: number | null };

/** Characters that are parsed at once, which takes a millisecond or two. */
const PIECE = 32_768;

/** Parses CSV text piece by piece: what has been given may be used, and let go, before the next one is asked for. */
export function* csvPieces(text: string, { separator }: CsvDialect): Generator<CsvPiece> {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n' });
  let rest = '';
  let line = 1;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    // The two characters of a line's end stay together.
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

/** The parser's own types say nothing of what it gives. */
function resultOf(result: Papa.ParseResult<string[]>): Parsed {
  return { data: result.data, errors: result.errors.flatMap(({ row }) => (row === undefined ? [] : [row])), cursor: result.meta.cursor };
}

function endsIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}
