const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Limits for data that anybody may write without a signature or an on-chain record behind it: how long it is kept, and how many of a
 * kind. Beyond the number the oldest are removed. docs/operations.md, "How much strangers can write", gives the resulting disk
 * space.
 */
export const UNPROVED_KEPT_MS = DAY_MS;
/** The most of each kind: pending DCA records, pending agents, trades that no chain shows, orders, smart accounts, sentences. */
export const MOST_UNPROVED = 20_000;
/**
 * How long data with a wallet's signature is kept before a chain confirms it: owners of a shared wallet may take days to send a
 * transaction.
 */
export const SIGNED_KEPT_MS = 7 * DAY_MS;
/** How long data with a wallet's signature is kept after the chain last confirmed it. */
export const PROVED_KEPT_MS = 400 * DAY_MS;
/** The maximum number of smart accounts in all; the verified ones are removed last. */
export const MOST_PROVED = 100_000;
