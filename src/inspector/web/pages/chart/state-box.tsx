import './state-box.css';
import type { ChartBox } from './layout-chart.ts';
import { CHART_TEXT } from './text-width.ts';

type StateBoxProps = {
  readonly box: ChartBox;
  readonly isLive: boolean;
  /** Whether the box represents an active state, or contains the box of an active state. */
  readonly isAround: boolean;
  /** How recently this box's state was exited: from 0 (not recently) to 1 (in the last step). */
  readonly trail: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
};

const { boxPad, titleHeight, rowHeight } = CHART_TEXT;
const SIGNS = { does: '▸', 'from-anywhere': '⇢', stays: '↻', ignores: '–', more: '' } as const;

/** The box of a state: its title, its actions, and the transitions that do not exit it. */
export function StateBox({ box, isLive, isAround, trail, isSelected, onSelect }: StateBoxProps) {
  const { x, y, width, height, state, title, rows } = box;
  const classes = ['state-box'];
  if (isLive) classes.push('state-box-live');
  if (isAround) classes.push('state-box-around');
  if (trail > 0) classes.push('state-box-trail');
  if (isSelected) classes.push('state-box-selected');
  if (box.isContainer) classes.push('state-box-container');
  if (box.isRegion) classes.push('state-box-region');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawing is hidden from readers; its text has the same as buttons.
    <g class={classes.join(' ')} data-state={state.path} transform={`translate(${x} ${y})`} style={`--trail: ${trail}`} onClick={onSelect}>
      {isLive && <rect class="state-box-glow" x={-4} y={-4} width={width + 8} height={height + 8} rx={13} />}
      <rect class="state-box-frame" width={width} height={height} rx={9} />
      {state.kind === 'final' && <rect class="state-box-final" x={3.5} y={3.5} width={width - 7} height={height - 7} rx={6} />}
      <text class="state-box-title" x={boxPad} y={boxPad + titleHeight / 2}>
        {title}
      </text>
      {rows.map(({ kind, text }, index) => (
        <text key={`${kind} ${text}`} class={`state-box-row state-box-${kind}`} x={boxPad} y={rowY(index)}>
          <tspan class="state-box-sign">{SIGNS[kind]}</tspan>
          <tspan x={boxPad + 14}>{text}</tspan>
        </text>
      ))}
    </g>
  );
}

function rowY(index: number): number {
  return boxPad + titleHeight + 2 + index * rowHeight + rowHeight / 2;
}
