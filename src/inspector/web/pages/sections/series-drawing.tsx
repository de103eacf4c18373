import type { DrawnMark } from './series-marks.ts';
import { formatValue, linePath, type SeriesPoint, type SeriesScale } from './series-scale.ts';

type SeriesDrawingProps = {
  readonly label: string;
  readonly scale: SeriesScale;
  readonly points: readonly SeriesPoint[];
  readonly marks: readonly DrawnMark[];
  readonly width: number;
  /** Index of the line's point that the user chose by pointer or keys; null when none is chosen. */
  readonly chosen: number | null;
};

const HEIGHT = 200;

/** Draws the line of a chart with its grid, its event marks, and a crosshair at the chosen point. */
export function SeriesDrawing({ label, scale, points, marks, width, chosen }: SeriesDrawingProps) {
  const read = chosen === null ? undefined : points[chosen];
  const y = (value: number) => HEIGHT - scale.y(value) * HEIGHT;
  const line = linePath(points, scale, width, HEIGHT);
  const [first, second] = scale.ticks;
  const apart = first === undefined || second === undefined ? undefined : second - first;
  return (
    <svg class="section-series-drawing" width="100%" height={HEIGHT} role="img" aria-label={label}>
      {scale.ticks.map((value) => (
        <g key={value}>
          <line class="section-series-grid" x1={0} x2={width} y1={y(value)} y2={y(value)} />
          <text class="section-series-label" x={width + 8} y={y(value) + 4}>
            {formatValue(value, apart)}
          </text>
        </g>
      ))}
      <path class="section-series-area" d={`${line}L${width} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <path class="section-series-line" d={line} />
      {marks.map(({ key, points: way, x, y: share, text }) => (
        <path key={key} class={`section-series-mark section-series-${way}`} d={arrow(way, x * width, HEIGHT - share * HEIGHT)}>
          <title>{text}</title>
        </path>
      ))}
      {read !== undefined && (
        <g>
          <line class="section-series-cross" x1={scale.x(read.atMs) * width} x2={scale.x(read.atMs) * width} y1={0} y2={HEIGHT} />
          <line class="section-series-cross" x1={0} x2={width} y1={y(read.value)} y2={y(read.value)} />
          <circle class="section-series-dot" cx={scale.x(read.atMs) * width} cy={y(read.value)} r={4} />
        </g>
      )}
    </svg>
  );
}

/**
 * Draws a mark whose arrow points up below the line, and a mark whose arrow points down above the line. So people who cannot distinguish
 * the colors still see which kind of event it is.
 */
function arrow(points: DrawnMark['points'], x: number, y: number): string {
  const size = 6;
  const way = points === 'up' ? 1 : -1;
  // Keeps the arrow inside the drawing when the line is near the upper or lower edge.
  const tip = Math.min(HEIGHT - 2 * size - 4, Math.max(2 * size + 4, y)) + way * 4;
  return `M${x} ${tip}L${x - size} ${tip + way * size * 1.6}L${x + size} ${tip + way * size * 1.6}Z`;
}
