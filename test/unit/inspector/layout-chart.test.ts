import { describe, expect, test } from 'bun:test';
import { createMachine } from 'xstate';
import { dcaBatchMachine } from '../../../machines/dca-batch.ts';
import { actorDefinitions } from '../../../src/app/registry.ts';
import { bestLayout } from '../../../src/inspector/web/pages/chart/best-layout.ts';
import { overlaps, type Point, type Rect } from '../../../src/inspector/web/pages/chart/geometry.ts';
import { type ChartLayout, layoutChart } from '../../../src/inspector/web/pages/chart/layout-chart.ts';
import { chartOf } from '../../../src/runtime/operator/chart-of.ts';
import type { Chart, ChartTransition } from '../../../src/values/inspection/chart.ts';

const player = createMachine({
  id: 'player',
  initial: 'off',
  states: {
    off: { on: { ON: 'on' } },
    on: {
      type: 'parallel',
      on: { OFF: 'off', BREAK: 'broken' },
      states: {
        sound: {
          initial: 'loud',
          states: { loud: { on: { MUTE: 'mute' } }, mute: { on: { UNMUTE: 'loud', CRASH: '#player.broken' } } },
        },
        picture: {
          initial: 'playing',
          states: {
            playing: { on: { STOP: 'stopped' } },
            stopped: { initial: 'fresh', on: { PLAY: 'playing' }, states: { fresh: { on: { AGE: 'old' } }, old: {} } },
          },
        },
      },
    },
    broken: { type: 'final' },
  },
});

const charts = [...actorDefinitions.map(({ machine }) => chartOf(machine)), chartOf(player)];
const ways = (['down', 'right'] as const).flatMap((outer) => (['down', 'right'] as const).map((inner) => [outer, inner] as const));
const drawings = charts.flatMap((chart) =>
  ways.map(([outer, inner]) => ({ chart, name: `${chart.id}, ${outer} and ${inner}`, outer, inner })),
);

describe.each(drawings)('$name', ({ chart, outer, inner }) => {
  const drawing = layoutChart(chart, outer, inner);
  const isInside = (path: string, ancestor: string) => path.startsWith(`${ancestor}.`);

  test('draws every state once, within the one that it is in, over no other', () => {
    expect(drawing.boxes.map(({ path }) => path).sort()).toEqual(chart.states.map(({ path }) => path).sort());
    for (const [index, a] of drawing.boxes.entries()) {
      expect(contains({ x: 0, y: 0, ...drawing }, a)).toBe(true);
      for (const b of drawing.boxes.slice(index + 1)) {
        if (isInside(b.path, a.path)) expect(contains(a, b)).toBe(true);
        else if (!isInside(a.path, b.path) && overlaps(a, b)) throw new Error(`${a.path} lies over ${b.path}`);
      }
    }
  });

  test('places no label over a box or another label', () => {
    for (const [index, { id, from, label }] of drawing.edges.entries()) {
      for (const box of drawing.boxes) {
        if (!isInside(from, box.path) && overlaps(label, box)) throw new Error(`the label of ${id} lies over ${box.path}`);
      }
      for (const other of drawing.edges.slice(index + 1)) {
        if (overlaps(label, other.label)) throw new Error(`the labels of ${id} and ${other.id} lie over each other`);
      }
    }
  });

  test('draws every edge from the border of one box to that of another, through its label, past all other boxes', () => {
    for (const { id, from, to, points, label } of drawing.edges) {
      expect(isOnBorder(boxOf(drawing, from), points[0])).toBe(true);
      expect(isOnBorder(boxOf(drawing, to), points.at(-1))).toBe(true);
      expect(segments(points).some((segment) => overlaps(segment, label))).toBe(true);
      for (const box of drawing.boxes) {
        const isAround = isInside(from, box.path);
        const inset = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2 };
        if (!isAround && segments(points).some((segment) => overlaps(segment, inset))) throw new Error(`${id} goes through ${box.path}`);
      }
    }
  });

  test('shows every transition: on an edge, in its state, or in the legend', () => {
    const shown = new Map<string, number>();
    const note = (source: string | null, transition: ChartTransition) => {
      const key = `${source} ${JSON.stringify(transition)}`;
      shown.set(key, (shown.get(key) ?? 0) + 1);
    };
    for (const { source, transition } of drawing.edges.flatMap(({ lines }) => lines)) note(source, transition);
    for (const { source, transition } of drawing.boxes.flatMap(({ listed }) => listed)) note(source, transition);
    for (const { source, transition } of drawing.legend) note(source, transition);
    for (const [source, transition] of transitionsOf(chart)) {
      expect(shown.get(`${source} ${JSON.stringify(transition)}`) ?? 0).toBeGreaterThanOrEqual(1);
    }
    const inChart = transitionsOf(chart).reduce((sum, [, { targets }]) => sum + Math.max(1, targets.length), 0);
    expect([...shown.values()].reduce((sum, count) => sum + count, 0)).toBe(inChart);
  });

  test('marks where the chart and each state that holds others begins, but not in regions', () => {
    const entered = drawing.initials.map(({ path }) => path);
    const holding = chart.states.filter(({ kind, initial }) => kind === 'compound' && initial !== null);
    expect(entered.sort()).toEqual([chart.initial, ...holding.map(({ initial }) => String(initial))].sort());
  });
});

test('marks the regions of a parallel state', () => {
  const { boxes } = layoutChart(chartOf(player), 'down');
  expect(boxes.filter(({ isRegion }) => isRegion).map(({ path }) => path)).toEqual(['on.sound', 'on.picture']);
});

test('uses the layout that is largest in the frame', () => {
  const chart = chartOf(dcaBatchMachine);
  const tall = bestLayout(chart, { width: 360, height: 700 });
  const wide = bestLayout(chart, { width: 1400, height: 300 });
  expect(tall.height).toBeGreaterThan(tall.width);
  expect(wide.width).toBeGreaterThan(wide.height);
});

function transitionsOf({ states, on }: Chart): [string | null, ChartTransition][] {
  return [
    ...states.flatMap(({ path, on: own }) => own.map((transition): [string, ChartTransition] => [path, transition])),
    ...on.map((transition): [null, ChartTransition] => [null, transition]),
  ];
}

function boxOf({ boxes }: ChartLayout, path: string): Rect {
  const box = boxes.find((one) => one.path === path);
  if (box === undefined) throw new Error(`${path} is not drawn`);
  return box;
}

function contains(outer: Rect, inner: Rect): boolean {
  const near = 0.01;
  return (
    inner.x >= outer.x - near &&
    inner.y >= outer.y - near &&
    inner.x + inner.width <= outer.x + outer.width + near &&
    inner.y + inner.height <= outer.y + outer.height + near
  );
}

function isOnBorder(box: Rect, point: Point | undefined): boolean {
  if (point === undefined) return false;
  const { x, y, width, height } = box;
  const isNear = (a: number, b: number) => Math.abs(a - b) < 0.01;
  const isBeside = isNear(point.x, x) || isNear(point.x, x + width);
  const isAbove = isNear(point.y, y) || isNear(point.y, y + height);
  return (isBeside && point.y >= y && point.y <= y + height) || (isAbove && point.x >= x && point.x <= x + width);
}

/** Returns the vertical and horizontal segments of an edge's line as thin rectangles, so that the test can check overlaps. */
function segments(points: readonly Point[]): Rect[] {
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    if (from.x !== to.x && from.y !== to.y) throw new Error('a slanting piece');
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.max(0.1, Math.abs(to.x - from.x)),
      height: Math.max(0.1, Math.abs(to.y - from.y)),
    };
  });
}
