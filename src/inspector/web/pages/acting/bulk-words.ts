import type { BulkAct } from './bulk-run.ts';

export const BULK_ACTS: readonly { readonly act: BulkAct; readonly name: string; readonly does: string; readonly cannot: string }[] = [
  {
    act: 'tick',
    name: 'Tick now',
    does: 'Each actor is processed now (it gets a tick), even if it is not due, and does what it would do at its next regular tick. Quarantined actors, finished actors and actors of paused types are skipped.',
    cannot: 'Transactions and messages that the actors send.',
  },
  {
    act: 'release',
    name: 'Release from quarantine',
    does: 'Clears the failures of each quarantined or backing-off actor and tries its waiting effects at once. Other actors are skipped.',
    cannot: 'Results of effects outside this service. If an effect may have happened already, its result is looked up first.',
  },
  {
    act: 'retry',
    name: 'Retry effects',
    does: 'Tries all waiting effects of each actor now. Actors without waiting effects are skipped.',
    cannot: 'Results of effects outside this service, such as transactions.',
  },
  {
    act: 'send',
    name: 'Send an event',
    does: 'Each actor gets the same event. Actors that ignore it are skipped.',
    cannot: 'Results of the event outside this service, such as transactions.',
  },
  {
    act: 'restore',
    name: 'Restore to before a time',
    does: 'Each actor that has changed since then gets a new revision with its earlier state. The history is kept. Other actors are skipped.',
    cannot: 'Transactions, executed trades and messages since then.',
  },
];

const NAMES: Readonly<Record<string, string>> = {
  type: 'of type',
  status: 'with status',
  wallet: 'of wallet',
  chainId: 'on chain',
  health: 'that are',
  search: 'found by',
};

/** Describes the selected actors of a filter in words, such as `actors that are overdue`. */
export function filterWords(filter: Readonly<Record<string, string>>): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    if (value === '') return [];
    if (name === 'overdue') return value === '1' ? ['that are overdue'] : [];
    if (name === 'held') return value === '1' ? ['that are blocked'] : [];
    return [`${NAMES[name] ?? name} ${value}`];
  });
  return parts.length === 0 ? 'all actors' : `actors ${parts.join(', ')}`;
}
