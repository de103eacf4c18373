import './chart-view.css';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Chart } from '../../../../values/inspection/chart.ts';
import type { StateValue } from '../../data/actor-record.ts';
import { formatState } from '../../kit/format.ts';
import { bestLayout } from './best-layout.ts';
import { ChartControls } from './chart-controls.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartText } from './chart-text.tsx';
import type { ChartLayout } from './layout-chart.ts';
import { liveMarks } from './live-marks.ts';
import type { Selection } from './selection.ts';
import { StateDetails } from './state-details.tsx';
import { useFlashes } from './use-flashes.ts';
import { useFrameWidth } from './use-frame-width.ts';
import { useViewport } from './use-viewport.ts';

type ChartViewProps = {
  readonly chart: Chart;
  /** The actor's current state; with null, the machine is drawn without a highlighted state. */
  readonly value: StateValue | null;
  /** The actor's previous states, newest last. */
  readonly path?: readonly StateValue[];
  /** Called with the path of the state under the pointer; null for none. */
  readonly onSelect?: (path: string | null) => void;
};

const NO_PATH: readonly StateValue[] = [];
const MOST_HEIGHT = 620;
const MOST_OF_WINDOW = 0.72;
const LEAST_HEIGHT = 150;
/** Height reserved for the buttons below the chart's drawing, in pixels. */
const CONTROLS = 44;

/** Shows a statechart with the actor's state highlighted. Below the drawing are the legend, a state's details, and the chart as text. */
export function ChartView({ chart, value, path = NO_PATH, onSelect }: ChartViewProps) {
  const frameRef = useRef<HTMLElement>(null);
  const [selection, setSelection] = useState<Selection>(null);
  const aboutId = useId();
  const width = useFrameWidth(frameRef);
  const most = Math.min(MOST_HEIGHT, Math.round(window.innerHeight * MOST_OF_WINDOW));
  const layout = useMemo(() => bestLayout(chart, { width: width || MOST_HEIGHT, height: most }), [chart, width, most]);
  const frame = { width: width || MOST_HEIGHT, height: heightOf(layout, width, most) };

  const valueText = JSON.stringify(value);
  const marks = useMemo(() => liveMarks(layout.edges, value, path), [layout, valueText, path]);
  const flashes = useFlashes(layout, value);
  const live = layout.boxes.find((box) => marks.leaves.has(box.path)) ?? layout.boxes[0] ?? null;
  const { viewport, isGliding, onKeyDown, ...sighted } = useViewport(frameRef, layout, { ...frame, height: frame.height - CONTROLS }, live);

  const select = (next: Selection) => {
    setSelection(next);
    onSelect?.(next?.kind === 'state' ? next.id : null);
  };
  useEffect(() => setSelection(null), [chart]);
  const about = value === null ? `The states of ${chart.id}.` : `The states of ${chart.id}, now in ${formatState(value)}.`;
  return (
    <div class="chart-view">
      <section
        ref={frameRef}
        class="chart-view-frame"
        style={`height: ${frame.height}px`}
        aria-label={`Statechart of ${chart.id}`}
        aria-describedby={aboutId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keys.
        tabIndex={0}
        onKeyDown={(event) => (event.key === 'Escape' && selection !== null ? select(null) : onKeyDown(event))}
      >
        <p id={aboutId} class="chart-view-about">
          {about} Arrow keys move the chart, plus and minus zoom, 0 shows the whole chart. "As text" has the same content in words.
        </p>
        <svg class="chart-view-svg" width={frame.width} height={frame.height} aria-hidden="true">
          <g
            class={isGliding ? 'chart-view-gliding' : ''}
            style={`transform: translate(${viewport.x}px, ${viewport.y}px) scale(${viewport.k})`}
          >
            {width > 0 && <ChartDrawing layout={layout} marks={marks} selection={selection} flashes={flashes} onSelect={select} />}
          </g>
        </svg>
        <ChartControls {...sighted} hasLive={value !== null} />
      </section>
      {selection?.kind === 'state' && <StateDetails chart={chart} path={selection.id} onClose={() => select(null)} />}
      <ChartLegend chart={chart} legend={layout.legend} hasLive={value !== null} />
      <ChartText chart={chart} active={marks.active} onSelect={(id) => select({ kind: 'state', id })} />
    </div>
  );
}

/** Computes the height of the chart's drawing in pixels when it fills the available width, within limits. */
function heightOf(layout: ChartLayout, width: number, most: number): number {
  const scale = Math.min(1.15, (width || MOST_HEIGHT) / layout.width);
  const wanted = Math.round(layout.height * Math.max(scale, 0.62)) + CONTROLS;
  return Math.max(LEAST_HEIGHT, Math.min(most, wanted));
}
