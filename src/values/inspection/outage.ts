/** Kinds of outages, the most far-reaching first. Lists of outages have this order. */
export const OUTAGE_KINDS = ['disk', 'store', 'chain'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

/** A failure that prevents a part of the work: what has failed, since when, which work waits, and what an operator can do. */
export type Outage = {
  /** Name of the readiness probe that found the outage. */
  readonly name: string;
  readonly kind: OutageKind;
  /** The chain that is affected; null when all work is affected. */
  readonly chainId: number | null;
  /** What has failed, as a sentence. */
  readonly cause: string;
  /** Time (UTC ms) since which the failure is known to last. */
  readonly sinceMs: number;
  /** The work that cannot be done because of the failure, as a sentence. */
  readonly waits: string;
  /** What an operator can do, as a sentence. */
  readonly remedy: string;
  /** Number of transactions that were sent to the affected chain and have no final receipt; null when this number is not known. */
  readonly transactionsWaiting: number | null;
};

/** An outage without the name and the chain of its probe. */
export type FoundOutage = Omit<Outage, 'name' | 'chainId'>;

/** Returns the outages with the most far-reaching kind first, and within a kind the oldest first. */
export function byReach<One extends Pick<Outage, 'kind' | 'sinceMs'>>(outages: readonly One[]): One[] {
  return outages.toSorted((a, b) => OUTAGE_KINDS.indexOf(a.kind) - OUTAGE_KINDS.indexOf(b.kind) || a.sinceMs - b.sinceMs);
}

/** Describes an outage in one text: its cause, what waits, and what to do. */
export function outageText({ cause, waits, remedy }: Pick<Outage, 'cause' | 'waits' | 'remedy'>): string {
  return `${cause} ${waits} ${remedy}`;
}

/** An outage with the number of actors that wait because of it; null when no actor waits, or when they cannot be counted. */
export type OutageNote = Outage & { readonly actorsWaiting: { readonly count: number; readonly isMore: boolean } | null };

/** A service that does not answer, although the work on chain continues: Redis, a provider. `sinceMs`: since when this node knows (UTC ms). */
export type ServiceTrouble = { readonly name: string; readonly cause: string; readonly sinceMs: number };

/** Everything that does not work at present, the most far-reaching first. */
export type OutageReport = {
  readonly nowMs: number;
  readonly outages: readonly OutageNote[];
  readonly troubles: readonly ServiceTrouble[];
};
