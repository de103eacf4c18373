import { useRef } from 'preact/hooks';
import type { StateValue } from '../../data/actor-record.ts';
import type { ChartLayout } from './layout-chart.ts';
import { activePaths, edgesBetween } from './live-marks.ts';

const NONE: ReadonlyMap<string, number> = new Map();

/** Counts how many times each edge was taken while the chart was shown. When the state changes, the edges of the last step are counted. */
export function useFlashes(layout: ChartLayout, value: StateValue | null): ReadonlyMap<string, number> {
  const seen = useRef<{ readonly value: StateValue | null; readonly text: string; readonly flashes: ReadonlyMap<string, number> } | null>(
    null,
  );
  const text = JSON.stringify(value);
  const before = seen.current;
  if (before?.text !== text) {
    const taken = before?.value == null || value === null ? [] : edgesBetween(layout.edges, activePaths(before.value), activePaths(value));
    const counts = before?.flashes ?? NONE;
    seen.current = { value, text, flashes: new Map(taken.map(({ id }) => [id, (counts.get(id) ?? 0) + 1])) };
  }
  return seen.current?.flashes ?? NONE;
}
