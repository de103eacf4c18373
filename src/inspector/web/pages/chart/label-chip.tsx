import './label-chip.css';
import { type EdgeLabel, unfoldedLabel } from './edge-label.ts';
import { type EdgeLook, edgeClass } from './edge-line.tsx';
import type { Size } from './geometry.ts';
import type { ChartEdge } from './layout-chart.ts';
import { CHART_TEXT } from './text-width.ts';

const { labelLine, labelPad } = CHART_TEXT;

type LabelChipProps = {
  readonly edge: ChartEdge;
  readonly look: EdgeLook;
  readonly onSelect: () => void;
};

/** Shows the folded label of an edge, with the events of its transitions. */
export function LabelChip({ edge, look, onSelect }: LabelChipProps) {
  return (
    <Chip label={edge.label} x={edge.label.x} y={edge.label.y} class={edgeClass('label-chip', look)} id={edge.id} onSelect={onSelect} />
  );
}

/** Shows the unfolded label of an edge with all its transitions, above everything else and inside the drawing. */
export function UnfoldedChip({ edge, drawing, look, onSelect }: LabelChipProps & { readonly drawing: Size }) {
  const label = unfoldedLabel(edge);
  const x = held(edge.label.x + edge.label.width / 2 - label.width / 2, label.width, drawing.width);
  const y = held(edge.label.y, label.height, drawing.height);
  return <Chip label={label} x={x} y={y} class={`${edgeClass('label-chip', look)} label-chip-open`} id={edge.id} onSelect={onSelect} />;
}

type ChipProps = {
  readonly label: EdgeLabel;
  readonly x: number;
  readonly y: number;
  readonly class: string;
  readonly id: string;
  readonly onSelect: () => void;
};

function Chip({ label, x, y, class: classes, id, onSelect }: ChipProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawing is hidden from readers; its text has the same as buttons.
    <g class={classes} data-label={id} transform={`translate(${x} ${y})`} onClick={onSelect}>
      <rect class="label-chip-frame" width={label.width} height={label.height} rx={6} />
      {label.rows.map(({ kind, text }, index) => (
        <text key={index} class={`label-chip-${kind}`} x={label.width / 2} y={labelPad / 2 + index * labelLine + labelLine / 2}>
          {text}
        </text>
      ))}
    </g>
  );
}

function held(at: number, size: number, within: number): number {
  return Math.max(4, Math.min(at, within - size - 4));
}
