import type { Chart } from '../../../../values/inspection/chart.ts';
import type { Size } from './geometry.ts';
import { type ChartLayout, type Direction, layoutChart } from './layout-chart.ts';

const WAYS: readonly (readonly [Direction, Direction])[] = [
  ['down', 'down'],
  ['down', 'right'],
  ['right', 'down'],
  ['right', 'right'],
];

const made = new WeakMap<Chart, readonly ChartLayout[]>();

/**
 * Chooses among the possible layouts of a chart the one with the largest scale in a frame of the given size. The layouts of a chart are
 * computed once and cached.
 */
export function bestLayout(chart: Chart, frame: Size): ChartLayout {
  const layouts = made.get(chart) ?? layoutsOf(chart);
  made.set(chart, layouts);
  const scaleOf = ({ width, height }: ChartLayout) => Math.min(frame.width / width, frame.height / height);
  return layouts.reduce((best, layout) => (scaleOf(layout) > scaleOf(best) ? layout : best));
}

function layoutsOf(chart: Chart): readonly [ChartLayout, ...ChartLayout[]] {
  const hasNested = chart.states.some(({ parent }) => parent !== null);
  const [first, ...rest] = hasNested ? WAYS : WAYS.filter(([direction, nested]) => direction === nested);
  const [direction, nested] = first ?? ['down', 'down'];
  return [layoutChart(chart, direction, nested), ...rest.map(([other, inner]) => layoutChart(chart, other, inner))];
}
