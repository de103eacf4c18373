/**
 * Reason code of a trade whose outcome could not be determined. It has the status `failed`, although no failure was reported. Of the trades
 * with the status `failed`, only those with this reason can still change.
 */
export const STATUS_UNKNOWN = 'status-unknown';

/** Reason codes of outcomes that an aggregator has reported and that were not confirmed on a chain. */
export const TOLD_ENDS: readonly (string | null)[] = ['provider-says', 'provider-failed'];

/** Reason codes of all outcomes that were not confirmed on a chain. */
export const UNVERIFIED_ENDS: readonly (string | null)[] = [...TOLD_ENDS, STATUS_UNKNOWN];
