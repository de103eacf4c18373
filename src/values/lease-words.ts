// In stored data and exports, earlier versions named the fields of an effect's lease `claimed`, `claimedBy`, `claimUntilMs` and
// `runtime.claimed`; this version's code names them `leased`, `leasedBy`, `leaseUntilMs` and `runtime.leased`. The functions in this file
// read both kinds of names and write the earlier names. Therefore a node of an earlier version can read the data, both while nodes are
// replaced one by one and after a downgrade.

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

/** An outbox entry in the store, whose lease has the field names of earlier versions. */
export type StoredEntry = Omit<Entry, 'state' | 'leasedBy' | 'leaseUntilMs'> & {
  readonly state: 'ready' | 'claimed' | 'indeterminate';
  readonly claimedBy: string | null;
  readonly claimUntilMs: number | null;
};

const LEASED_EVENT = 'runtime.leased';
const STORED_LEASED_EVENT = 'runtime.claimed';

/** Converts the field names of an outbox to those that are used in the store. */
export function storedOutbox(outbox: readonly Entry[]): readonly StoredEntry[] {
  return outbox.map(({ key, name, params, state, attempts, nextAttemptAtMs, leasedBy, leaseUntilMs, lastError }) => ({
    ...{ key, name, params, state: state === 'leased' ? 'claimed' : state, attempts, nextAttemptAtMs },
    ...{ claimedBy: leasedBy, claimUntilMs: leaseUntilMs, lastError },
  }));
}

/**
 * Converts the field names of an outbox, as any version has stored them, to the current names. A value that is not a list of objects is
 * returned unchanged, because validation comes later.
 */
export function outboxOfStored(stored: unknown): unknown {
  return Array.isArray(stored) && stored.length > 0 ? stored.map(entryOfStored) : stored;
}

/** Converts the current name of an event type to the name that is stored. */
export function storedEventType(type: string): string {
  return type === LEASED_EVENT ? STORED_LEASED_EVENT : type;
}

/** Converts an event type's name, as any version has stored it, to the current name. */
export function eventTypeOfStored(type: string): string {
  return type === STORED_LEASED_EVENT ? LEASED_EVENT : type;
}

/** Whether an event of this type leases effects to a node. Both the current and the earlier name are recognized. */
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
