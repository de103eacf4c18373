/** Reason of a trade that counts as failed although no failure was reported. It is the only `failed` status that may still change. */
export const STATUS_UNKNOWN = 'status-unknown';

/** Reasons of outcomes that an aggregator reported and that were not verified on any chain. */
export const TOLD_ENDS: readonly (string | null)[] = ['provider-says', 'provider-failed'];

/** Reasons of outcomes that were not verified on any chain, whoever reported them. */
export const UNVERIFIED_ENDS: readonly (string | null)[] = [...TOLD_ENDS, STATUS_UNKNOWN];
