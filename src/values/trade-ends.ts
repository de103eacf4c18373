/** Why a trade counts as failed without anybody having said so. The one `failed` that is not an end. */
export const STATUS_UNKNOWN = 'status-unknown';

/** Reasons of an end that an aggregator has told and no chain has shown. */
export const TOLD_ENDS: readonly (string | null)[] = ['provider-says', 'provider-failed'];

/** Reasons of an end that no chain has shown, whoever said it. */
export const UNVERIFIED_ENDS: readonly (string | null)[] = [...TOLD_ENDS, STATUS_UNKNOWN];
