// Stores and exports of earlier versions have other words for a lease: `claimed`, `claimedBy`, `claimUntilMs` and `runtime.claimed` for
// `leased`, `leasedBy`, `leaseUntilMs` and `runtime.leased`. This program reads both and stores the earlier words, so that a node of an
// earlier version can read what it writes: while nodes are replaced one by one, and after a return to that version.

type Entry = {
  readonly key: string;
  readonly name: string;
  readonly params: unknown;
  readonly state: 'ready' | 'leased' | 'indeterminate';
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly leasedBy: string | null;
  readonly leaseUntilMs: number | null;
  readonly lastError: unknown;
};

/** An outbox entry in the stored words. */
export type StoredEntry = Omit<Entry, 'state' | 'leasedBy' | 'leaseUntilMs'> & {
  readonly state: 'ready' | 'claimed' | 'indeterminate';
  readonly claimedBy: string | null;
  readonly claimUntilMs: number | null;
};

const LEASED_EVENT = 'runtime.leased';
const STORED_LEASED_EVENT = 'runtime.claimed';

/** Converts an outbox to the stored words. */
export function storedOutbox(outbox: readonly Entry[]): readonly StoredEntry[] {
  return outbox.map(({ key, name, params, state, attempts, nextAttemptAtMs, leasedBy, leaseUntilMs, lastError }) => ({
    ...{ key, name, params, state: state === 'leased' ? 'claimed' : state, attempts, nextAttemptAtMs },
    ...{ claimedBy: leasedBy, claimUntilMs: leaseUntilMs, lastError },
  }));
}

/** Converts an outbox of any version to the present words. Does not check its form: a value that is no list of objects is unchanged. */
export function outboxOfStored(stored: unknown): unknown {
  return Array.isArray(stored) && stored.length > 0 ? stored.map(entryOfStored) : stored;
}

/** Converts the type of an event to the stored words. */
export function storedEventType(type: string): string {
  return type === LEASED_EVENT ? STORED_LEASED_EVENT : type;
}

/** Converts the type of an event of any version to the present words. */
export function eventTypeOfStored(type: string): string {
  return type === STORED_LEASED_EVENT ? LEASED_EVENT : type;
}

/** Whether this type of event, in the words of any version, leases effects to a node. */
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
