import './minute-charts.css';
import type { MinuteNote } from '../../../../values/inspection/overview.ts';
import { formatMinute, formatNumber, formatShort } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { BarChart } from './bar-chart.tsx';
import { MOST_MINUTES, minuteSeries } from './minute-bars.ts';

/** Charts of commits (stored steps of actors), effects (side effects of actors) and errors in each minute of the last hour. */
export function MinuteCharts({ minutes }: { minutes: readonly MinuteNote[] }) {
  const first = minutes.slice(-MOST_MINUTES)[0];
  return (
    <Panel title="Minute by minute" note="of this node">
      {first === undefined ? (
        <Empty title="Nothing yet">
          <p>The first minute of this node has not ended yet.</p>
        </Empty>
      ) : (
        <div class="minute-charts">
          {minuteSeries(minutes).map(({ name, bars, sum }) => (
            <figure key={name} class="minute-charts-one">
              <figcaption>
                {name} <span class="number">{formatNumber(sum)}</span>
              </figcaption>
              <BarChart
                label={`${name} per minute; arrow keys go from minute to minute`}
                bars={bars}
                room={MOST_MINUTES}
                height={56}
                topText={formatShort(Math.max(0, ...bars.map(({ value }) => value)))}
                from={minutes.length < MOST_MINUTES ? '' : formatMinute(first.atMs)}
                to="now"
              />
            </figure>
          ))}
        </div>
      )}
    </Panel>
  );
}
