import type { DeferredNote } from '../../../../values/inspection/overview.ts';

const WHAT: Readonly<Record<string, string>> = {
  created: 'a new position',
  'order-executed': 'an order that was executed',
  'order-failed': 'an order that failed',
  'auto-claimed': 'an automatic pay-out',
  'auto-claim-failed': 'an automatic pay-out that failed',
  changed: 'what an owner changed',
  'link-taken-back': 'a position that a reorg took back',
  'fill-taken-back': 'a fill that a reorg took back',
  'order-outcome': 'the result of an order',
  'events-missing': 'events of a position that were not seen',
  'owner-moved': 'what an owner did to an agent',
  'wallet-guarded': 'a bound that an owner set for all agents',
};

/** Names the subject of postponed work in plain words. An unknown kind, from a newer version, is shown by its own name. */
export function deferredWhat({ kind, subject }: Pick<DeferredNote, 'kind' | 'subject'>): string {
  return `${WHAT[kind] ?? kind} (${subject})`;
}

export function deferredWhy({ attempts, lastError }: Pick<DeferredNote, 'attempts' | 'lastError'>): string {
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  return `Tried ${times}: “${lastError.replace(/[.\s]+$/, '')}”.`;
}
