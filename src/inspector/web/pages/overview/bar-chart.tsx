import './bar-chart.css';
import { useRef, useState } from 'preact/hooks';
import type { Bar } from './bar.ts';

type BarChartProps = {
  /** Describes the bar chart in one sentence, for people who cannot see it. */
  readonly label: string;
  /** The bars of the chart, oldest first. */
  readonly bars: readonly Bar[];
  /** Number of bars for which the chart has space. Fewer bars are aligned to the right edge of the chart. */
  readonly room: number;
  readonly height: number;
  /** Minimum value at the top of the chart's scale. A bar with a higher value extends the scale. */
  readonly top?: number;
  readonly topText: string;
  readonly from: string;
  readonly to: string;
};

/** A bar chart over time. The line of text below describes the bar chosen by pointer or arrow keys, by default the newest bar. */
export function BarChart({ label, bars, room, height, top = 0, topText, from, to }: BarChartProps) {
  const [chosen, setChosen] = useState<string | number | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const most = Math.max(top, ...bars.map(({ value }) => value), 1e-9);
  const step = 100 / room;
  const found = bars.findIndex(({ key }) => key === chosen);
  const at = found < 0 ? bars.length - 1 : found;
  const x = (index: number) => 100 - (bars.length - index) * step;

  const point = (event: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const index = Math.floor(((event.clientX - box.left) / box.width) * room) - (room - bars.length);
    setChosen(bars[Math.max(0, Math.min(bars.length - 1, index))]?.key ?? null);
  };
  const move = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(bars[Math.max(0, Math.min(bars.length - 1, to))]?.key ?? null);
  };
  return (
    <div class="bar-chart">
      <div
        ref={field}
        class="bar-chart-field"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, bars.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={bars[at]?.detail ?? 'nothing yet'}
        style={{ height: `${height}px` }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
      >
        <svg width="100%" height={height} aria-hidden="true">
          {[0.5, 1].map((share) => (
            <line key={share} class="bar-chart-grid" x1="0" x2="100%" y1={line(share, height)} y2={line(share, height)} />
          ))}
          {bars.map(({ key, value, bad }, index) => {
            const size = Math.max(value > 0 ? 2 : 0, (value / most) * (height - TOP));
            const badSize = bad > 0 ? Math.max(3, (bad / most) * (height - TOP)) : 0;
            return (
              <g key={key} class={index === found ? 'bar-chart-bar bar-chart-chosen' : 'bar-chart-bar'}>
                <rect x={`${x(index) + step * 0.12}%`} width={`${step * 0.76}%`} y={height - size} height={size} rx="1.5" />
                {bad > 0 && (
                  <>
                    <rect
                      class="bar-chart-bad"
                      x={`${x(index) + step * 0.12}%`}
                      width={`${step * 0.76}%`}
                      y={height - badSize}
                      height={badSize}
                      rx="1.5"
                    />
                    <circle
                      class="bar-chart-bad"
                      cx={`${x(index) + step / 2}%`}
                      cy={Math.max(3, height - Math.max(size, badSize) - 6)}
                      r="2.5"
                    />
                  </>
                )}
              </g>
            );
          })}
          <line class="bar-chart-floor" x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
        </svg>
        <span class="bar-chart-top number" aria-hidden="true">
          {topText}
        </span>
      </div>
      <div class="bar-chart-ends number" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <p class="bar-chart-detail number">{bars[at]?.detail ?? 'Nothing yet.'}</p>
    </div>
  );
}

/** Space in pixels above the highest bar. It contains the mark that shows that a part of a bar's value has failed. */
const TOP = 12;

function line(share: number, height: number): number {
  return Math.round(height - share * (height - TOP)) + 0.5;
}
