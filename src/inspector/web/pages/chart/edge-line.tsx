import './edge-line.css';
import { arrowHead, edgePath } from './edge-path.ts';
import type { ChartEdge } from './layout-chart.ts';

export type EdgeLook = {
  /** Whether the edge starts at the actor's current state, so that it may be taken next. */
  readonly isNext: boolean;
  /** How recently the transition of this edge was taken, from 0 (not recently) to 1 (in the last step). */
  readonly taken: number;
  readonly isSelected: boolean;
  /** Whether the edge is drawn faintly because other edges are highlighted. */
  readonly isDim: boolean;
};

export function edgeClass(block: string, { isNext, taken, isSelected, isDim }: EdgeLook): string {
  const classes = [block];
  if (isNext) classes.push(`${block}-next`);
  if (taken > 0) classes.push(`${block}-taken`);
  if (isSelected) classes.push(`${block}-selected`);
  if (isDim) classes.push(`${block}-dim`);
  return classes.join(' ');
}

/** Draws the line of an edge, without its label. `flash` grows by one each time the edge is taken while the chart is shown. */
export function EdgeLine({ edge, look, flash }: { edge: ChartEdge; look: EdgeLook; flash: number }) {
  const path = edgePath(edge.points);
  return (
    <g class={edgeClass('edge-line', look)} data-edge={edge.id} style={`--taken: ${look.taken}`}>
      <path class="edge-line-way" d={path} />
      <path class="edge-line-head" d={arrowHead(edge.points)} />
      {flash > 0 && <path key={flash} class="edge-line-flash" d={path} pathLength={1} />}
    </g>
  );
}
