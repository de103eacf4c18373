import type { DeferredNote } from '../../../../values/inspection/overview.ts';

const WHAT: Readonly<Record<string, string>> = {
  created: 'a new position',
  'order-executed': 'an order that was executed',
  'order-failed': 'an order that failed',
  'auto-claimed': 'an automatic payout',
  'auto-claim-failed': 'a failed automatic payout',
  changed: "an owner's change",
  'link-taken-back': 'a position undone by a reorg',
  'fill-taken-back': 'a fill undone by a reorg',
  'order-outcome': 'the result of an order',
  'events-missing': 'missed events of a position',
  'owner-moved': "an owner's action on an agent",
  'wallet-guarded': "an owner's limit for all agents",
};

/**
 * Describes in plain words what kind of work (such as the processing of a vault event) was postponed. A kind that this version does not
 * know is shown by its own name.
 */
export function deferredWhat({ kind, subject }: Pick<DeferredNote, 'kind' | 'subject'>): string {
  return `${WHAT[kind] ?? kind} (${subject})`;
}

export function deferredWhy({ attempts, lastError }: Pick<DeferredNote, 'attempts' | 'lastError'>): string {
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  return `Tried ${times}: “${lastError.replace(/[.\s]+$/, '')}”.`;
}
