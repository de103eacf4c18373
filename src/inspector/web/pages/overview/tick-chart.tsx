import './tick-chart.css';
import { useState } from 'preact/hooks';
import type { TickNote } from '../../../../values/inspection/overview.ts';
import { Button } from '../../kit/button.tsx';
import { formatClock, formatDuration, formatNumber } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { BarChart } from './bar-chart.tsx';
import { MOST_TICKS, tickBars } from './tick-bars.ts';

/** Shows this node's ticks (its runs once a minute) with their durations and failures as a chart, and the same data as a table. */
export function TickChart({ ticks }: { ticks: readonly TickNote[] }) {
  const [isTable, setTable] = useState(false);
  const bars = tickBars(ticks);
  const longest = Math.max(0, ...bars.map(({ value }) => value));
  const failed = ticks.filter((tick) => tick.failed > 0).length;
  const missed = ticks.reduce((sum, tick) => sum + tick.missed, 0);
  return (
    <Panel
      title="Ticks"
      note={noteOf(failed, missed)}
      actions={
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      {bars.length === 0 && (
        <Empty title="No tick yet">
          <p>The first tick (run of scheduled work) begins at the next full minute of the clock.</p>
        </Empty>
      )}
      {bars.length > 0 && !isTable && (
        <BarChart
          label="Duration of the last ticks; arrow keys go from tick to tick"
          bars={bars}
          room={MOST_TICKS}
          height={120}
          topText={formatDuration(longest)}
          from={bars.length < MOST_TICKS ? '' : formatClock(Number(bars[0]?.key))}
          to={formatClock(Number(bars.at(-1)?.key))}
        />
      )}
      {bars.length > 0 && isTable && <TickTable ticks={ticks} />}
    </Panel>
  );
}

function noteOf(failed: number, missed: number): string {
  const parts = [
    ...(failed > 0 ? [`${formatNumber(failed)} with failures`] : []),
    ...(missed > 0 ? [`${formatNumber(missed)} missed`] : []),
  ];
  return parts.length === 0 ? 'how long each took' : parts.join(', ');
}

/**
 * The columns of the table of ticks (the node's runs once a minute). Columns about problems come first, so that a narrow screen shows them
 * without scrolling.
 */
const COLUMNS = [
  'failed',
  'due',
  'triggered',
  'stepped',
  'committed',
  'effectsWoken',
  'missed',
] as const satisfies readonly (keyof TickNote)[];
const NAMES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  due: 'Due',
  triggered: 'Triggered',
  stepped: 'Stepped',
  committed: 'Committed',
  failed: 'Failed',
  effectsWoken: 'Effects started',
  missed: 'Missed',
};

function TickTable({ ticks }: { ticks: readonly TickNote[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section class="tick-chart-scroll" tabIndex={0} aria-label="Ticks, newest first">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Tick</th>
            <th scope="col" class="table-number">
              Duration
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" class="table-number">
                {NAMES[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ticks.slice(0, MOST_TICKS).map((tick) => (
            <tr key={tick.tickAtMs}>
              <th scope="row">{formatClock(tick.tickAtMs)}</th>
              <td class="table-number">{formatDuration(tick.tookMs)}</td>
              {COLUMNS.map((column) => (
                <td key={column} class={`table-number ${column === 'failed' && tick.failed > 0 ? 'tick-chart-failed' : ''}`}>
                  {formatNumber(tick[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
