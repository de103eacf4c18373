import type { ChartMark } from './chart-marks.ts';
import { formatPrice, linePath, type PricePoint, type PriceScale } from './price-scale.ts';

type PriceDrawingProps = {
  readonly label: string;
  readonly scale: PriceScale;
  readonly points: readonly PricePoint[];
  readonly marks: readonly ChartMark[];
  readonly width: number;
  /** The point that is read; null for none. */
  readonly chosen: number | null;
};

const HEIGHT = 200;

/** The line, its grid, the fills on it, and the crosshair. */
export function PriceDrawing({ label, scale, points, marks, width, chosen }: PriceDrawingProps) {
  const read = chosen === null ? undefined : points[chosen];
  const y = (price: number) => HEIGHT - scale.y(price) * HEIGHT;
  const line = linePath(points, scale, width, HEIGHT);
  const [only] = points;
  const [first, second] = scale.ticks;
  const apart = first === undefined || second === undefined ? undefined : second - first;
  return (
    <svg class="price-chart-drawing" width="100%" height={HEIGHT} role="img" aria-label={label}>
      {scale.ticks.map((price) => (
        <g key={price}>
          <line class="price-chart-grid" x1={0} x2={width} y1={y(price)} y2={y(price)} />
          <text class="price-chart-label" x={width + 8} y={y(price) + 4}>
            {formatPrice(price, apart)}
          </text>
        </g>
      ))}
      <path class="price-chart-area" d={`${line}L${width} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <path class="price-chart-line" d={line} />
      {points.length === 1 && only !== undefined && (
        <circle class="price-chart-dot" cx={scale.x(only.atMs) * width} cy={y(only.price)} r={3} />
      )}
      {marks.map(({ key, side, x, y: share, text }) => (
        <path key={key} class={`price-chart-mark price-chart-${side}`} d={arrow(side, x * width, HEIGHT - share * HEIGHT)}>
          <title>{text}</title>
        </path>
      ))}
      {read !== undefined && (
        <g>
          <line class="price-chart-cross" x1={scale.x(read.atMs) * width} x2={scale.x(read.atMs) * width} y1={0} y2={HEIGHT} />
          <line class="price-chart-cross" x1={0} x2={width} y1={y(read.price)} y2={y(read.price)} />
          <circle class="price-chart-dot" cx={scale.x(read.atMs) * width} cy={y(read.price)} r={4} />
        </g>
      )}
    </svg>
  );
}

/** A buy points up from under the line, a sale down from above it: also told apart without colour. */
function arrow(side: 'buy' | 'sell', x: number, y: number): string {
  const size = 6;
  const way = side === 'buy' ? 1 : -1;
  // Kept inside of the drawing at its lower and upper edge.
  const tip = Math.min(HEIGHT - 2 * size - 4, Math.max(2 * size + 4, y)) + way * 4;
  return `M${x} ${tip}L${x - size} ${tip + way * size * 1.6}L${x + size} ${tip + way * size * 1.6}Z`;
}
