import { failuresOf, retriesOf, slownessOf, type TypeFigure, type TypeFigures } from '../../../../values/inspection/type-figures.ts';
import { formatDuration, formatNumber } from '../../kit/format.ts';

/** The columns of the table of figures, most urgent first, so that a narrow screen shows them without scrolling. */
export const FIGURE_COLUMNS = [
  {
    key: 'failures',
    name: 'Failures',
    title: 'Processed events (steps) and effects (such as sending a transaction) that ended without success',
  },
  {
    key: 'retries',
    name: 'Retries',
    title: 'Processed events (steps) and effects (such as sending a transaction) that had to be repeated',
  },
  {
    key: 'postponed',
    name: 'Postponed',
    title: 'Attempts of effects that ended because a chain did not answer; they are made again later',
  },
  { key: 'effectP95', name: 'Effects p95', title: 'Duration that 95 of 100 attempts of effects do not exceed' },
  { key: 'effectP50', name: 'p50', title: 'Duration that half of the attempts of effects do not exceed' },
  { key: 'effectRate', name: 'per minute', title: 'Attempts of effects in a minute' },
  {
    key: 'stepP95',
    name: 'Steps p95',
    title: 'Duration that 95 of 100 steps (processed events) do not exceed, with the write to the store',
  },
  { key: 'stepP50', name: 'p50', title: 'Duration that half of the steps (processed events) do not exceed' },
  { key: 'stepRate', name: 'per minute', title: 'Stored steps in a minute' },
] as const;
export type FigureColumn = (typeof FIGURE_COLUMNS)[number]['key'];
export type FigureSort = FigureColumn | 'type';

export type FigureRow = {
  readonly figure: TypeFigure;
  readonly isFailing: boolean;
  readonly isSlowest: boolean;
  readonly values: Readonly<Record<FigureColumn, number | null>>;
};

/**
 * Work is marked as slow only if its p95 duration (95 % of the work is faster) is at least this number of milliseconds. If all types are
 * fast, none is marked.
 */
const SLOW_MS = 100;

/** Returns a row for each actor type. Types with failures are marked, and so is the type whose steps or effects take longest;
 * an effect that waits on purpose does not count as slow. */
export function figureRows({ types }: TypeFigures): FigureRow[] {
  const slowestMs = Math.max(...types.map(slownessOf), SLOW_MS);
  return types.map((figure) => ({
    figure,
    isFailing: failuresOf(figure) > 0 || figure.quarantines > 0,
    isSlowest: slownessOf(figure) === slowestMs,
    values: {
      failures: failuresOf(figure),
      retries: retriesOf(figure),
      postponed: figure.effects.postponed,
      effectP95: figure.effects.p95Ms,
      effectP50: figure.effects.p50Ms,
      effectRate: figure.effects.perMinute,
      stepP95: figure.steps.p95Ms,
      stepP50: figure.steps.p50Ms,
      stepRate: figure.steps.perMinute,
    },
  }));
}

export function readFigureSort(text: string | null): FigureSort {
  if (text === 'type') return 'type';
  return FIGURE_COLUMNS.find(({ key }) => key === text)?.key ?? 'failures';
}

/**
 * Sorts the rows by a column, with the largest value first. Among rows with equal values, types with more retries and longer durations come
 * first.
 */
export function sortFigures(rows: readonly FigureRow[], by: FigureSort): FigureRow[] {
  const byName = (a: FigureRow, b: FigureRow) => (a.figure.type < b.figure.type ? -1 : 1);
  if (by === 'type') return rows.toSorted(byName);
  const columns: readonly FigureColumn[] = [by, 'failures', 'retries', 'postponed', 'effectP95', 'stepP95'];
  return rows.toSorted((a, b) => {
    for (const column of columns) {
      const difference = (b.values[column] ?? -1) - (a.values[column] ?? -1);
      if (difference !== 0) return difference;
    }
    return byName(a, b);
  });
}

/** Formats a figure: a duration, a rate (with one decimal while it is small), or a count. Null means that no work was done. */
export function formatFigure(column: FigureColumn, value: number | null): string {
  if (value === null) return '–';
  if (column.endsWith('P50') || column.endsWith('P95')) return formatDuration(value);
  return column.endsWith('Rate') && value < 10 ? String(value) : formatNumber(value);
}
