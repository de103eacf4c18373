import './chart-text.css';
import { useState } from 'preact/hooks';
import type { Chart } from '../../../../values/inspection/chart.ts';
import { chartWords } from './chart-words.ts';

/** Shows the chart as text, for screen readers, for searching, and for users who prefer text. */
export function ChartText({ chart, active, onSelect }: { chart: Chart; active: ReadonlySet<string>; onSelect: (path: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="chart-text" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As text</summary>
      {isOpen && <Words chart={chart} active={active} onSelect={onSelect} />}
    </details>
  );
}

function Words({ chart, active, onSelect }: { chart: Chart; active: ReadonlySet<string>; onSelect: (path: string) => void }) {
  const { states, everywhere } = chartWords(chart);
  return (
    <ul>
      {states.map(({ path, says, transitions }) => (
        <li key={path} aria-current={active.has(path) ? 'true' : undefined}>
          <button type="button" onClick={() => onSelect(path)}>
            {path}
          </button>
          {active.has(path) && <strong> now</strong>}
          {says !== '' && ` (${says})`}
          <Lines lines={transitions} />
        </li>
      ))}
      {everywhere.length > 0 && (
        <li>
          In every state that does not handle the event
          <Lines lines={everywhere} />
        </li>
      )}
    </ul>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}
