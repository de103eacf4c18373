import './chart-drawing.css';
import { EdgeLine, type EdgeLook } from './edge-line.tsx';
import { arrowHead, edgePath } from './edge-path.ts';
import { LabelChip, UnfoldedChip } from './label-chip.tsx';
import type { ChartEdge, ChartLayout } from './layout-chart.ts';
import type { LiveMarks } from './live-marks.ts';
import type { Selection } from './selection.ts';
import { StateBox } from './state-box.tsx';

type ChartDrawingProps = {
  readonly layout: ChartLayout;
  readonly marks: LiveMarks;
  readonly selection: Selection;
  /** How many times each edge was taken while the chart is shown, by edge id. An increase makes the edge flash. */
  readonly flashes: ReadonlyMap<string, number>;
  readonly onSelect: (selection: Selection) => void;
};

/** Draws a whole statechart as SVG, in the coordinates of its layout. */
export function ChartDrawing({ layout, marks, selection, flashes, onSelect }: ChartDrawingProps) {
  const { boxes, edges, initials } = layout;
  const lookOf = (edge: ChartEdge): EdgeLook => {
    const isNext = marks.next.has(edge.id);
    const isSelected = selection?.kind === 'edge' && selection.id === edge.id;
    return { isNext, isSelected, taken: marks.taken.get(edge.id) ?? 0, isDim: marks.active.size > 0 && !isNext && !isSelected };
  };
  const selectEdge = (edge: ChartEdge) => () => onSelect(isSame(selection, edge.id) ? null : { kind: 'edge', id: edge.id });
  const open = edges.find(({ id }) => selection?.kind === 'edge' && selection.id === id);
  // Highlighted edges are drawn last, so that they are above the others.
  const inOrder = [...edges].sort((a, b) => rankOf(lookOf(a)) - rankOf(lookOf(b)));
  return (
    <>
      {boxes.map((box) => (
        <StateBox
          key={box.path}
          box={box}
          isLive={marks.leaves.has(box.path)}
          isAround={marks.active.has(box.path) && !marks.leaves.has(box.path)}
          trail={marks.trail.get(box.path) ?? 0}
          isSelected={isSame(selection, box.path)}
          onSelect={() => onSelect(isSame(selection, box.path) ? null : { kind: 'state', id: box.path })}
        />
      ))}
      {initials.map(({ path, points }) => (
        <g key={path} class="chart-drawing-initial">
          <circle cx={points[0]?.x ?? 0} cy={points[0]?.y ?? 0} r={5} />
          <path d={edgePath(points)} />
          <path class="chart-drawing-head" d={arrowHead(points)} />
        </g>
      ))}
      {inOrder.map((edge) => (
        <EdgeLine key={edge.id} edge={edge} look={lookOf(edge)} flash={flashes.get(edge.id) ?? 0} />
      ))}
      {inOrder.map((edge) => (
        <LabelChip key={edge.id} edge={edge} look={lookOf(edge)} onSelect={selectEdge(edge)} />
      ))}
      {open !== undefined && <UnfoldedChip edge={open} drawing={layout} look={lookOf(open)} onSelect={selectEdge(open)} />}
    </>
  );
}

function isSame(selection: Selection, id: string): boolean {
  return selection?.id === id;
}

function rankOf({ isSelected, isNext, taken }: EdgeLook): number {
  if (isSelected) return 3;
  if (isNext) return 2;
  return taken;
}
