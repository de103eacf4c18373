import type { ChartState, ChartTransition } from '../../../../values/inspection/chart.ts';
import type { TransitionLine } from './chart-graph.ts';
import { listedText } from './line-text.ts';

/** A line of small text in the box that represents a state in the chart. */
export type BoxRow = { readonly kind: 'does' | 'from-anywhere' | 'stays' | 'ignores' | 'more'; readonly text: string };

/** Maximum number of transition lines in a state's box, so that boxes stay small; the state's details list all transitions. */
const MOST_STAYS = 3;

/** Returns the lines of text in a state's box under its title. */
export function boxRows(state: ChartState, listed: readonly TransitionLine[], legend: readonly TransitionLine[]): BoxRow[] {
  const rows: BoxRow[] = [];
  if (state.entry.length > 0) rows.push({ kind: 'does', text: `entry: ${state.entry.join(', ')}` });
  if (state.exit.length > 0) rows.push({ kind: 'does', text: `exit: ${state.exit.join(', ')}` });
  const anywhere = legend.filter(({ target }) => target === state.path).map(({ transition }) => transition.event);
  if (anywhere.length > 0) rows.push({ kind: 'from-anywhere', text: `${[...new Set(anywhere)].join(', ')} from any state` });

  const kept = listed.filter((line) => !isNothing(line.transition));
  for (const line of kept.slice(0, MOST_STAYS)) rows.push({ kind: 'stays', text: listedText(line) });
  if (kept.length > MOST_STAYS) rows.push({ kind: 'more', text: `and ${kept.length - MOST_STAYS} more` });

  const ignored = ignoredEvents(state);
  if (ignored.length > 0)
    rows.push({ kind: 'ignores', text: ignored.length > 1 ? `ignores ${ignored.length} events` : `ignores ${ignored[0]}` });
  return rows;
}

/** Returns the events that a state ignores in every case, whatever data they contain. */
export function ignoredEvents({ on }: ChartState): string[] {
  const events = [...new Set(on.map(({ event }) => event))];
  return events.filter((event) => on.every((transition) => transition.event !== event || isNothing(transition)));
}

function isNothing({ targets, actions }: ChartTransition): boolean {
  return targets.length === 0 && actions.length === 0;
}
