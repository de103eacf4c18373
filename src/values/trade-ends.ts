/**
 * Reason of a trade that counts as failed because its outcome could not be determined, although nobody reported a failure. A `failed`
 * status can only change later if it has this reason.
 */
export const STATUS_UNKNOWN = 'status-unknown';

/** Reasons of outcomes that an aggregator has reported and that no chain has confirmed. */
export const TOLD_ENDS: readonly (string | null)[] = ['provider-says', 'provider-failed'];

/** Reasons of all outcomes that no chain has confirmed, whoever reported them. */
export const UNVERIFIED_ENDS: readonly (string | null)[] = [...TOLD_ENDS, STATUS_UNKNOWN];
