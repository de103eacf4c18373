import type { BulkAct } from './bulk-run.ts';

export const BULK_ACTS: readonly { readonly act: BulkAct; readonly name: string; readonly does: string; readonly cannot: string }[] = [
  {
    act: 'tick',
    name: 'Tick now',
    does: 'Each is given its tick now, due or not, and does what it would do at the next minute. Those that are quarantined, finished or of a paused type are skipped.',
    cannot: 'What they send out because of it.',
  },
  {
    act: 'release',
    name: 'Release from quarantine',
    does: 'Of each that is quarantined or backs off, the failures are forgotten and what waits in its outbox is tried at once. Others are skipped.',
    cannot: 'Effects that go out. Those that may have happened are looked up first.',
  },
  {
    act: 'retry',
    name: 'Retry effects',
    does: 'Of each that has effects waiting, all of them are tried now. Others are skipped.',
    cannot: 'What the effects do outside.',
  },
  {
    act: 'send',
    name: 'Send an event',
    does: 'Each is given the same event, as if it came from outside. Those that have no use for it are skipped.',
    cannot: 'What they do because of it.',
  },
  {
    act: 'restore',
    name: 'Restore to before a time',
    does: 'Each that changed since then gets a new revision with the state that it had. The past is kept. Others are skipped.',
    cannot: 'What happened outside since then: transactions, fills, messages.',
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

/** Describes in words which actors a filter matches. */
export function filterWords(filter: Readonly<Record<string, string>>): string {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    if (value === '') return [];
    if (name === 'overdue') return value === '1' ? ['that are overdue'] : [];
    if (name === 'held') return value === '1' ? ['that something holds back'] : [];
    return [`${NAMES[name] ?? name} ${value}`];
  });
  return parts.length === 0 ? 'all actors there are' : `actors ${parts.join(', ')}`;
}
