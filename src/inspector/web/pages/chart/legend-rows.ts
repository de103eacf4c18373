import type { TransitionLine } from './chart-graph.ts';
import { listedText } from './line-text.ts';

export type LegendRows = { readonly leading: readonly string[]; readonly staying: readonly string[]; readonly ignored: readonly string[] };

/**
 * Sorts the transitions that the machine itself declares by their effect: leading to a state, only running actions, or ignored. An event
 * counts as ignored only if it never has an effect.
 */
export function legendRows(legend: readonly TransitionLine[]): LegendRows {
  const leading = legend.filter(({ target }) => target !== null);
  const staying = legend.filter(({ target, transition }) => target === null && transition.actions.length > 0);
  const busy = new Set([...leading, ...staying].map(({ transition }) => transition.event));
  const ignored = legend.map(({ transition }) => transition.event).filter((event) => !busy.has(event));
  return { leading: unique(leading.map(listedText)), staying: unique(staying.map(listedText)), ignored: unique(ignored) };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
