import type { Chart, ChartState } from '../../../../values/inspection/chart.ts';
import { transitionText } from './line-text.ts';

/**
 * Describes a state of a chart in words, for people who cannot see the drawing: a line for the state and one for each of its transitions.
 */
export type StateWords = { readonly path: string; readonly says: string; readonly transitions: readonly string[] };

export function chartWords(chart: Chart): { readonly states: readonly StateWords[]; readonly everywhere: readonly string[] } {
  return {
    states: chart.states.map((state) => ({ path: state.path, says: kindWords(state, chart), transitions: state.on.map(transitionWords) })),
    everywhere: chart.on.map(transitionWords),
  };
}

function kindWords({ path, kind, initial, parent }: ChartState, chart: Chart): string {
  const words: string[] = [];
  const begins = parent === null ? chart.initial : (chart.states.find((state) => state.path === parent)?.initial ?? null);
  if (begins === path || begins?.startsWith(`${path}.`) === true)
    words.push(parent === null ? 'begins here' : `entered first in ${parent}`);
  if (kind === 'final') words.push('final');
  if (kind === 'parallel') words.push('in all of its regions at once');
  if (kind === 'compound' && initial !== null) words.push(`begins in ${initial}`);
  return words.join(', ');
}

export function transitionWords(transition: ChartState['on'][number]): string {
  const { targets, actions } = transition;
  const where = targets.length > 0 ? `leads to ${targets.join(' and ')}` : actions.length > 0 ? 'stays' : 'is ignored';
  return `${transitionText(transition)} ${where}${actions.length > 0 ? `, does ${actions.join(', ')}` : ''}`;
}
