import type { Point } from './geometry.ts';

const ROUNDING = 22;

/** Builds an SVG path through the given points with rounded corners. */
export function edgePath(points: readonly Point[]): string {
  const [first, ...rest] = withoutRepeats(points);
  if (first === undefined) return '';
  let path = `M${text(first)}`;
  let before = first;
  rest.forEach((corner, index) => {
    const after = rest[index + 1];
    if (after === undefined) {
      path += `L${text(corner)}`;
      return;
    }
    const radius = Math.min(ROUNDING, distance(before, corner) / 2, distance(corner, after) / 2);
    const into = toward(corner, before, radius);
    const out = toward(corner, after, radius);
    path += `L${text(into)}Q${text(corner)} ${text(out)}`;
    before = corner;
  });
  return path;
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const last = points[index - 1];
    return last === undefined || distance(last, point) > 0.5;
  });
}

function toward(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  const share = whole === 0 ? 0 : length / whole;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function text({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const HEAD_LENGTH = 8;
const HEAD_HALF = 4;

/** Builds the SVG path of an arrowhead at the last of the given points. */
export function arrowHead(points: readonly Point[]): string {
  const rest = withoutRepeats(points);
  const tip = rest.at(-1);
  const before = rest.at(-2);
  if (tip === undefined || before === undefined) return '';
  const length = distance(before, tip);
  const along = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const back = { x: tip.x - along.x * HEAD_LENGTH, y: tip.y - along.y * HEAD_LENGTH };
  const left = { x: back.x - along.y * HEAD_HALF, y: back.y + along.x * HEAD_HALF };
  const right = { x: back.x + along.y * HEAD_HALF, y: back.y - along.x * HEAD_HALF };
  return `M${text(tip)}L${text(left)}L${text(right)}Z`;
}
