import type { ChainAddress } from '../../../values/address.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { isoOf, parseIsoTime } from '../../../values/iso-time.ts';
import type { PriceArchive } from './defillama-history.ts';

/** A file of prices to which a download adds rows: the file's present text, and functions to change it. */
export type PriceFile = {
  /** The text of the file; null when the file does not exist. */
  readonly text: string | null;
  /**
   * Shortens the file to its first `length` characters. The function is called before the first `append` when the file ends in the middle
   * of a line.
   */
  keep(length: number): void;
  append(text: string): void;
};

/** A range of times without a price of a token. */
export type PriceGap = { readonly token: ChainAddress; readonly fromMs: number; readonly toMs: number };

export type DownloadResult = { readonly rows: number; readonly resumedAfterMs: number | null; readonly gaps: readonly PriceGap[] };

/**
 * Fills a CSV file of prices from an archive, one column for each token, for backtests. A file that already has rows is continued after its
 * last complete row. Each batch is written as soon as it has arrived, so that an interrupted download can be continued.
 * @throws TerminalError `other-file` when the file has other columns or times, and the errors of the archive
 */
export async function downloadPrices(
  archive: PriceArchive,
  file: PriceFile,
  given: {
    readonly columns: readonly { readonly name: string; readonly token: ChainAddress }[];
    readonly fromMs: number;
    readonly toMs: number;
    readonly everyMs: number;
    readonly onProgress?: (doneMs: number) => void;
  },
): Promise<DownloadResult> {
  const { columns, fromMs, toMs, everyMs, onProgress } = given;
  const header = `time,${columns.map(({ name }) => name).join(',')}\n`;
  const resumedAfterMs = resume(file, header, given);
  const gaps = createGaps(columns.map(({ token }) => token));
  const batch = Math.max(1, Math.floor(archive.mostPrices / columns.length));
  let rows = 0;
  for (let startMs = resumedAfterMs === null ? fromMs : resumedAfterMs + everyMs; startMs <= toMs; startMs += batch * everyMs) {
    const count = Math.min(batch, Math.floor((toMs - startMs) / everyMs) + 1);
    const prices = await archive.read({ fromMs: startMs, count, everyMs });
    const slots = new Map(columns.map(({ token }) => [token, slotsOf(prices.get(token) ?? [], startMs, everyMs)]));
    let text = '';
    for (let index = 0; index < count; index += 1) {
      const atMs = startMs + index * everyMs;
      const cells = columns.map(({ token }) => slots.get(token)?.get(index) ?? '');
      for (const [at, { token }] of columns.entries()) gaps.see(token, atMs, cells[at] !== '');
      if (cells.every((cell) => cell === '')) continue;
      text += `${isoOf(atMs)},${cells.join(',')}\n`;
      rows += 1;
    }
    file.append(text);
    onProgress?.(startMs + (count - 1) * everyMs);
  }
  return { rows, resumedAfterMs, gaps: gaps.all() };
}

/** Prepares the file for more rows, and returns the time of its last complete row; null when the file has no complete row. */
function resume(
  file: PriceFile,
  header: string,
  { fromMs, everyMs }: { readonly fromMs: number; readonly everyMs: number },
): number | null {
  const text = file.text ?? '';
  if (text === '') {
    file.append(header);
    return null;
  }
  if (!text.startsWith(header)) throw otherFile(`its first line is not ${JSON.stringify(header.trim())}`);
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) file.keep(complete.length);
  const lines = complete.trimEnd().split('\n');
  const [first, last] = [lines[1], lines.length > 1 ? lines.at(-1) : undefined].map((line) => parseIsoTime(line?.split(',')[0] ?? ''));
  if (lines.length === 1) return null;
  if (first == null || last == null) throw otherFile('its rows do not begin with a time such as 2025-01-01T00:00:00.000Z');
  if (first < fromMs || (first - fromMs) % everyMs !== 0 || (last - fromMs) % everyMs !== 0)
    throw otherFile('its times do not belong to the range and the interval of this download');
  return last;
}

function otherFile(why: string): TerminalError {
  const message = `The file is not an earlier part of this download: ${why}. Give another file, or the same tokens, start and interval.`;
  return new TerminalError({ code: 'other-file', message });
}

/**
 * Assigns the prices of a batch to the times of the file's rows. Each price is assigned to the nearest time of a row. Of several prices for
 * the same row, the first one is used.
 */
function slotsOf(
  prices: readonly { readonly atMs: number; readonly usd: string }[],
  startMs: number,
  everyMs: number,
): ReadonlyMap<number, string> {
  const slots = new Map<number, string>();
  for (const { atMs, usd } of prices) {
    const slot = Math.round((atMs - startMs) / everyMs);
    if (!slots.has(slot)) slots.set(slot, usd);
  }
  return slots;
}

function createGaps(tokens: readonly ChainAddress[]) {
  const found: PriceGap[] = [];
  const open = new Map<ChainAddress, { fromMs: number; toMs: number }>();
  return {
    see(token: ChainAddress, atMs: number, hasPrice: boolean): void {
      const gap = open.get(token);
      if (!hasPrice) open.set(token, { fromMs: gap?.fromMs ?? atMs, toMs: atMs });
      else if (gap !== undefined) {
        found.push({ token, ...gap });
        open.delete(token);
      }
    },
    all: (): readonly PriceGap[] => [
      ...found,
      ...tokens.flatMap((token) => {
        const gap = open.get(token);
        return gap === undefined ? [] : [{ token, ...gap }];
      }),
    ],
  };
}
