const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long data is kept, in milliseconds, that anybody can store without a signature or an on-chain record. docs/operations.md, "How much
 * strangers can write", describes the disk space that such data needs.
 */
export const UNPROVED_KEPT_MS = DAY_MS;
/**
 * Maximum number of stored items of each kind that no chain confirms: pending DCA records, pending agents, trades that no chain shows,
 * orders, smart accounts, and logged sentences of the assistant's users. When it is exceeded, the oldest items of the kind are removed.
 */
export const MOST_UNPROVED = 20_000;
/**
 * Milliseconds for which data with a wallet's signature is kept before a chain confirms it. Owners of a shared wallet may take days to send
 * a transaction.
 */
export const SIGNED_KEPT_MS = 7 * DAY_MS;
/** Milliseconds for which data with a wallet's signature is kept after the chain last confirmed it. */
export const PROVED_KEPT_MS = 400 * DAY_MS;
/** Maximum number of stored smart accounts. When it is exceeded, unverified accounts are removed first and verified ones last. */
export const MOST_PROVED = 100_000;
