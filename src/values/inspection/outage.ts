/** The kinds of outages. The kind that affects most work comes first; lists of outages are sorted in this order. */
export const OUTAGE_KINDS = ['disk', 'store', 'chain'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

/** A failure that prevents a part of the work: what has failed, since when, which work waits, and what an operator can do. */
export type Outage = {
  /** Name of the health check that found the outage. */
  readonly name: string;
  readonly kind: OutageKind;
  /** The chain that is affected; null when all work is affected. */
  readonly chainId: number | null;
  /** One sentence that says what has failed. */
  readonly cause: string;
  /** Time (UTC ms) at which the failure began, as far as this node knows: for a chain, the first request that it did not answer. */
  readonly sinceMs: number;
  /** One sentence that says which work waits until the failure has ended. */
  readonly waits: string;
  /** What an operator can do to end the outage, as a sentence. */
  readonly remedy: string;
  /** Number of transactions that were sent to the affected chain and have no final receipt; null when this number is not known. */
  readonly transactionsWaiting: number | null;
};

/** An outage without the fields that come from the health check: the check's name and its chain. */
export type FoundOutage = Omit<Outage, 'name' | 'chainId'>;

/** Sorts outages: the kind that affects most work comes first, and among outages of one kind, the oldest comes first. */
export function byReach<One extends Pick<Outage, 'kind' | 'sinceMs'>>(outages: readonly One[]): One[] {
  return outages.toSorted((a, b) => OUTAGE_KINDS.indexOf(a.kind) - OUTAGE_KINDS.indexOf(b.kind) || a.sinceMs - b.sinceMs);
}

/** Describes an outage in a text of several sentences: its cause, what waits, and what to do. */
export function outageText({ cause, waits, remedy }: Pick<Outage, 'cause' | 'waits' | 'remedy'>): string {
  return `${cause} ${waits} ${remedy}`;
}

/**
 * An outage with the number of actors that wait for its end. `actorsWaiting` is null when no actor waits, or when the actors cannot be
 * counted.
 */
export type OutageNote = Outage & { readonly actorsWaiting: { readonly count: number; readonly isMore: boolean } | null };

/**
 * An external service that does not answer, such as Redis or a price provider, while work on the chains continues. `sinceMs` is when this
 * node noticed it (UTC ms).
 */
export type ServiceTrouble = { readonly name: string; readonly cause: string; readonly sinceMs: number };

/** Everything that does not work at present; the outage that affects most work comes first. */
export type OutageReport = {
  readonly nowMs: number;
  readonly outages: readonly OutageNote[];
  readonly troubles: readonly ServiceTrouble[];
};
