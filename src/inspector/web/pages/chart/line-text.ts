import type { ChartTransition } from '../../../../values/inspection/chart.ts';
import type { TransitionLine } from './chart-graph.ts';

/** Formats a transition for the drawing: `TICK [isDue]`. */
export function transitionText({ event, guard }: Pick<ChartTransition, 'event' | 'guard'>): string {
  const name = event === '' ? 'at once' : event;
  return guard === null ? name : `${name} [${guardText(guard)}]`;
}

/** Formats a guard for people: `decides {"what":"settle"}` becomes `decides settle`. */
export function guardText(guard: string): string {
  const brace = guard.indexOf(' {');
  if (brace <= 0 || !guard.endsWith('}')) return guard;
  const values = [...guard.slice(brace).matchAll(/:(?:"([^"\\]*)"|(-?[\d.]+|true|false|null))(?=[,}])/g)].map(
    ([, text, plain]) => text ?? plain,
  );
  return values.length === 0 ? guard : `${guard.slice(0, brace)} ${values.join(' ')}`;
}

/**
 * Returns the event and the guard for the label of an edge. If the transition's source or target is a state inside the edge's box, its name
 * is included.
 */
export function edgeLineParts(
  { source, target, transition }: TransitionLine,
  from: string,
  to: string,
): { readonly event: string; readonly guard: string | null } {
  const prefix = source === null || source === from ? '' : `${below(source, from)}: `;
  const suffix = target === null || target === to ? '' : ` → ${below(target, to)}`;
  const { event, guard } = transition;
  return { event: `${prefix}${transitionText({ event, guard: null })}${suffix}`, guard: guard === null ? null : `[${guardText(guard)}]` };
}

/** Formats a transition for its state's box, or for the legend. */
export function listedText({ source, target, transition }: TransitionLine): string {
  const text = transitionText(transition);
  if (target === null) return text;
  if (target === source) return `${text} ↻`;
  return `${text} → ${source === null ? target : below(target, source)}`;
}

/** Returns the path of a state relative to an enclosing state: `running.planning` below `running` is `planning`. */
function below(path: string, ancestor: string): string {
  return path.startsWith(`${ancestor}.`) ? path.slice(ancestor.length + 1) : path;
}
