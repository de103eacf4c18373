import type { Address } from '../../../values/address.ts';
import { InvalidInputError, type Problem } from '../../../values/errors/invalid-input-error.ts';
import { type CellProblem, shown } from './history-cell.ts';
import { type HistoryRow, MOST_ROWS, type PriceHistory } from './price-history.ts';
import { readTimeCell, type TimeStyle } from './read-time-cell.ts';

/** Number of problems in a price history after which the rest of the history is not read. */
export const MOST_PROBLEMS = 20;

/**
 * The place of a value in the input: the path that a problem of this value reports, and the words with which the problem's message begins.
 */
export type Place = { readonly path: string; readonly words: string };

/** Collects the rows of a price history, in whatever format the history is written, and its first problems. */
export type HistoryCollector = {
  readonly problem: (place: Place, problem: CellProblem) => void;
  /** Reports a problem and stops reading the history, because all later values would have the same problem. */
  readonly end: (place: Place, problem: CellProblem) => void;
  readonly isFull: () => boolean;
  /**
   * Parses a row's time, and checks that it is later than the previous row's. Null when the time was invalid and a problem was reported.
   */
  readonly time: (text: string, placeOf: () => Place) => number | null;
  readonly row: (row: HistoryRow) => void;
  /**
   * Returns the collected history.
   * @param path the path that is reported for problems of the whole history
   * @param format the name of the format in which the history was read
   * @throws InvalidInputError
   */
  readonly history: (path: string, format: string, tokens: readonly Address[]) => PriceHistory;
};

export function createHistoryCollector(): HistoryCollector {
  const problems: Problem[] = [];
  const rows: HistoryRow[] = [];
  let style: TimeStyle | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastText = '';
  let times = 0;
  let isOver = false;

  const problem = (place: Place, { code, message }: CellProblem): void => {
    if (problems.length < MOST_PROBLEMS)
      problems.push({ path: place.path, code, message: `${place.words}${place.words === '' ? '' : ': '}${message}.` });
  };
  const end: HistoryCollector['end'] = (place, why) => {
    problem(place, why);
    isOver = true;
  };

  return {
    problem,
    end,
    isFull: () => isOver || problems.length >= MOST_PROBLEMS || rows.length > MOST_ROWS,

    time(text, placeOf) {
      const read = readTimeCell(text);
      if ('code' in read) {
        problem(placeOf(), read);
        return null;
      }
      const { atMs } = read;
      style ??= read.style;
      if (read.style !== style) {
        const message = `${shown(text)} was read as ${read.style}, but the earlier times were read as ${style}: write all times in the same notation`;
        problem(placeOf(), { code: 'mixed-times', message });
        return null;
      }
      if (atMs <= lastMs) {
        const before = `${shown(lastText)}, the time before it`;
        if (atMs === lastMs) problem(placeOf(), { code: 'duplicate-time', message: `${shown(text)} is the same time as ${before}` });
        else if (times > 1) problem(placeOf(), notInOrder(`${shown(text)} comes before ${before}`));
        else end(placeOf(), notInOrder(`${shown(text)} comes before ${before}: the history seems to be ordered from new to old`));
        return null;
      }
      lastMs = atMs;
      lastText = text;
      times += 1;
      return atMs;
    },

    row(row) {
      // A history with a problem will be refused as a whole. So after the first problem, no rows are stored.
      if (problems.length === 0) rows.push(row);
      else rows.length = 0;
    },

    history(path, format, tokens) {
      const whole = { path, words: '' };
      if (rows.length > MOST_ROWS) problem(whole, { code: 'too-many-rows', message: `A price history can have at most ${MOST_ROWS} rows` });
      if (problems.length === 0 && rows.length < 2)
        problem(whole, { code: 'too-few-rows', message: 'A price history must have at least two rows' });
      if (problems.length === 0) return { tokens, rows, readAs: `${format}; ${style ?? 'no times'}` };
      if (problems.length >= MOST_PROBLEMS) {
        problems.push({
          path,
          code: 'more-problems',
          message: `Only the first ${MOST_PROBLEMS} problems are listed; the rest of the price history was not read.`,
        });
      }
      throw new InvalidInputError(problems, { code: 'invalid-history' });
    },
  };
}

function notInOrder(what: string): CellProblem {
  return { code: 'not-in-order', message: `${what}: expected a price history ordered from oldest to newest` };
}
