import './chart-legend.css';
import type { Chart } from '../../../../values/inspection/chart.ts';
import type { TransitionLine } from './chart-graph.ts';
import { legendRows } from './legend-rows.ts';

/** Shows the legend of the chart: the meaning of the colours, and the transitions that are taken in every state. */
export function ChartLegend({ chart, legend, hasLive }: { chart: Chart; legend: readonly TransitionLine[]; hasLive: boolean }) {
  const { leading, staying, ignored } = legendRows(legend);
  return (
    <div class="chart-legend">
      {hasLive && (
        <ul class="chart-legend-key" aria-hidden="true">
          <li class="chart-legend-now">now</li>
          <li class="chart-legend-next">possible next transitions</li>
          <li class="chart-legend-way">recent transitions</li>
        </ul>
      )}
      {chart.on.length > 0 && (
        <dl class="chart-legend-everywhere">
          {leading.length > 0 && <LegendRow term="From any state" texts={leading} />}
          {staying.length > 0 && <LegendRow term="In any state, and the state stays the same" texts={staying} />}
          {ignored.length > 0 && <LegendRow term="Ignored, unless a state handles it" texts={ignored} />}
        </dl>
      )}
    </div>
  );
}

function LegendRow({ term, texts }: { term: string; texts: readonly string[] }) {
  return (
    <div class="chart-legend-row">
      <dt>{term}</dt>
      {texts.map((text) => (
        <dd key={text}>{text}</dd>
      ))}
    </div>
  );
}
