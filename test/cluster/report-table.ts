import { CALM, type Punctuality } from './verify/check-punctuality.ts';

export type Injected = { readonly name: string; readonly times: number; readonly totalMs: number };

const HEADINGS = ['injected', 'times', 'seconds', 'orders that met it', 'latest of them, s after it'] as const;

/** Formats a table of the disturbances: how many of each kind, their duration, and how punctual the orders during them were. */
export function reportTable(injected: readonly Injected[], { seen }: Pick<Punctuality, 'seen'>): string {
  const row = (name: string, times: string, totalMs: string) => {
    const { orders, latestMs } = seen.get(name) ?? { orders: 0, latestMs: null };
    return [name, times, totalMs, String(orders), latestMs === null ? '-' : inSeconds(latestMs)];
  };
  const rows = [
    [...HEADINGS],
    row(CALM, '-', '-'),
    ...injected.map(({ name, times, totalMs }) => row(name, String(times), inSeconds(totalMs))),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return rows.map(line).join('\n');
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
