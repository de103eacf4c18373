import type { OutboxEntry } from './record.ts';

// Stores and exports of earlier versions have other words for a lease: `claimed`, `claimedBy`, `claimUntilMs` and `runtime.claimed` for
// `leased`, `leasedBy`, `leaseUntilMs` and `runtime.leased`. This program reads both and stores the earlier words, so that a node of an
// earlier version can read what it writes: while nodes are replaced one by one, and after a return to that version.

type StoredEntry = Omit<OutboxEntry, 'state' | 'leasedBy' | 'leaseUntilMs'> & {
  readonly state: Exclude<OutboxEntry['state'], 'leased'> | 'claimed';
  readonly claimedBy: OutboxEntry['leasedBy'];
  readonly claimUntilMs: OutboxEntry['leaseUntilMs'];
};

const LEASED_EVENT = 'runtime.leased';
const STORED_LEASED_EVENT = 'runtime.claimed';

/** Writes an outbox with the stored words. */
export function storedOutbox(outbox: readonly OutboxEntry[]): readonly StoredEntry[] {
  return outbox.map(({ key, name, params, state, attempts, nextAttemptAtMs, leasedBy, leaseUntilMs, lastError }) => ({
    ...{ key, name, params, state: state === 'leased' ? 'claimed' : state, attempts, nextAttemptAtMs },
    ...{ claimedBy: leasedBy, claimUntilMs: leaseUntilMs, lastError },
  }));
}

/** Reads an outbox with the words of any version. `recordProblem` and `checkRecord` check its form: here, any other value stays as it is. */
export function outboxOfStored(stored: unknown): readonly OutboxEntry[] {
  const outbox = Array.isArray(stored) && stored.length > 0 ? stored.map(entryOfStored) : stored;
  return outbox as readonly OutboxEntry[];
}

/** The stored type of an event. */
export function storedEventType(type: string): string {
  return type === LEASED_EVENT ? STORED_LEASED_EVENT : type;
}

/** Reads the type of an event that any version stored or sent. */
export function eventTypeOfStored(type: string): string {
  return type === STORED_LEASED_EVENT ? LEASED_EVENT : type;
}

/** Whether an event of the runtime, in the words of any version, leases effects to a node. */
export function isLeaseEvent(type: string): boolean {
  return eventTypeOfStored(type) === LEASED_EVENT;
}

function entryOfStored(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return stored;
  const entry: { readonly [name: string]: unknown } = { ...stored };
  const { claimedBy, claimUntilMs, lastError, ...rest } = entry;
  const state = rest.state === 'claimed' ? 'leased' : rest.state;
  return { leasedBy: claimedBy, leaseUntilMs: claimUntilMs, ...rest, state, lastError };
}
