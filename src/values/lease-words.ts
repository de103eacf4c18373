// Stores and exports of earlier versions use other names for the lease of an effect: `claimed`, `claimedBy`, `claimUntilMs` and
// `runtime.claimed` for `leased`, `leasedBy`, `leaseUntilMs` and `runtime.leased`. This program reads both kinds of names and writes the
// earlier ones. So a node of an earlier version can read its data, both while nodes are replaced one by one and after a downgrade.

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

/** An outbox entry in the store, which uses the earlier names for leases. */
export type StoredEntry = Omit<Entry, 'state' | 'leasedBy' | 'leaseUntilMs'> & {
  readonly state: 'ready' | 'claimed' | 'indeterminate';
  readonly claimedBy: string | null;
  readonly claimUntilMs: number | null;
};

const LEASED_EVENT = 'runtime.leased';
const STORED_LEASED_EVENT = 'runtime.claimed';

/** Converts an outbox to the names that are used in the store. */
export function storedOutbox(outbox: readonly Entry[]): readonly StoredEntry[] {
  return outbox.map(({ key, name, params, state, attempts, nextAttemptAtMs, leasedBy, leaseUntilMs, lastError }) => ({
    ...{ key, name, params, state: state === 'leased' ? 'claimed' : state, attempts, nextAttemptAtMs },
    ...{ claimedBy: leasedBy, claimUntilMs: leaseUntilMs, lastError },
  }));
}

/**
 * Converts an outbox with the names of any version to the current names. It is not validated: a value that is not a list of objects is
 * returned unchanged.
 */
export function outboxOfStored(stored: unknown): unknown {
  return Array.isArray(stored) && stored.length > 0 ? stored.map(entryOfStored) : stored;
}

/** Converts an event type from its current name to the name that is used in the store. */
export function storedEventType(type: string): string {
  return type === LEASED_EVENT ? STORED_LEASED_EVENT : type;
}

/** Converts an event type with the name of any version to its current name. */
export function eventTypeOfStored(type: string): string {
  return type === STORED_LEASED_EVENT ? LEASED_EVENT : type;
}

/** Whether an event type, with the name of any version, is the one that leases effects to a node. */
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
