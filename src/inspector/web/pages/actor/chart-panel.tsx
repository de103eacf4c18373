import './chart-panel.css';
import type { Chart } from '../../../../values/inspection/chart.ts';
import { Panel } from '../../kit/panel.tsx';
import { ChartView } from '../chart/chart-view.tsx';
import type { Shown } from './use-steps.ts';

/** Shows the statechart with the actor's state highlighted, or a notice when this node does not have the actor's machine. */
export function ChartPanel({ chart, shown, isUnknown }: { chart: Chart | null; shown: Shown; isUnknown: boolean }) {
  const note = shown.event === '' ? '' : `last taken: ${shown.event}`;
  return (
    <Panel title="Statechart" {...(note === '' ? {} : { note })} class="chart-panel">
      {chart !== null && <ChartView chart={chart} value={shown.value} path={shown.path} />}
      {chart === null && isUnknown && <p>This node does not have this actor type, so its statechart cannot be drawn.</p>}
      {chart === null && !isUnknown && <div class="chart-panel-wait" aria-hidden="true" />}
    </Panel>
  );
}
