/** Reason of a trade that counts as failed without a report of failure. The only `failed` that may still change. */
export const STATUS_UNKNOWN = 'status-unknown';

/** Reasons of an outcome that an aggregator reported and no chain has shown. */
export const TOLD_ENDS: readonly (string | null)[] = ['provider-says', 'provider-failed'];

/** Reasons of an outcome that no chain has shown, whoever reported it. */
export const UNVERIFIED_ENDS: readonly (string | null)[] = [...TOLD_ENDS, STATUS_UNKNOWN];
