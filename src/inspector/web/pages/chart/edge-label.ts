import type { GraphEdge } from './chart-graph.ts';
import type { Size } from './geometry.ts';
import { edgeLineParts } from './line-text.ts';
import { CHART_TEXT, fitText, textWidth } from './text-width.ts';

export type LabelRow = { readonly kind: 'event' | 'guard' | 'more'; readonly text: string };

/** The label in the middle of an edge. `hidden` is the number of transitions that are visible only after the label is unfolded. */
export type EdgeLabel = Size & { readonly rows: readonly LabelRow[]; readonly hidden: number };

/** Width of a label in pixels above which the guard is written on a line of its own, so that boxes side by side stay close. */
const WIDE = 150;
const WIDEST = 230;
/** Maximum number of transitions that the label of an edge lists at first; further ones are folded. */
const MOST = 2;

/** Returns the folded label of an edge, as it is drawn at first. */
export function edgeLabel(edge: GraphEdge): EdgeLabel {
  const isFolded = edge.lines.length > MOST;
  const shown = isFolded ? edge.lines.slice(0, MOST - 1) : edge.lines;
  const hidden = edge.lines.length - shown.length;
  const rows = shown.flatMap((line) => rowsOf(edgeLineParts(line, edge.from, edge.to), WIDEST));
  return sized(hidden === 0 ? rows : [...rows, { kind: 'more', text: `and ${hidden} more` }], hidden);
}

/** Returns the label of an edge with all its transitions. */
export function unfoldedLabel(edge: Pick<GraphEdge, 'lines' | 'from' | 'to'>): EdgeLabel {
  return sized(
    edge.lines.flatMap((line) => rowsOf(edgeLineParts(line, edge.from, edge.to), Number.POSITIVE_INFINITY)),
    0,
  );
}

function rowsOf({ event, guard }: { readonly event: string; readonly guard: string | null }, most: number): LabelRow[] {
  const fit = (text: string) => fitText(text, CHART_TEXT.label, most);
  if (guard === null) return [{ kind: 'event', text: fit(event) }];
  const whole = `${event} ${guard}`;
  if (textWidth(whole, CHART_TEXT.label) <= WIDE) return [{ kind: 'event', text: whole }];
  return [
    { kind: 'event', text: fit(event) },
    { kind: 'guard', text: fit(guard) },
  ];
}

function sized(rows: readonly LabelRow[], hidden: number): EdgeLabel {
  const { label, labelLine, labelPad } = CHART_TEXT;
  const widest = Math.max(...rows.map(({ text }) => textWidth(text, label)));
  return { rows, hidden, width: Math.ceil(widest) + 2 * labelPad + 4, height: rows.length * labelLine + labelPad };
}
