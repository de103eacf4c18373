const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How long what anybody may write is kept while nothing on chain and no signature stands behind it, and how many of a kind there may be in
 * all. Beyond that the oldest go. What these bounds come to on the disk is in docs/operations.md, "How much strangers can write".
 */
export const UNPROVED_KEPT_MS = DAY_MS;
/** Of each kind: records of DCA that wait, agents that wait, trades that no chain shows, orders, smart accounts, sentences. */
export const MOST_UNPROVED = 20_000;
/** What a wallet signed for, and no chain shows yet: owners of a shared wallet may take days to send a transaction. */
export const SIGNED_KEPT_MS = 7 * DAY_MS;
/** What a wallet signed for and the chain confirms, since it was confirmed last. */
export const PROVED_KEPT_MS = 400 * DAY_MS;
/** Smart accounts in all: the verified ones are the last to go. */
export const MOST_PROVED = 100_000;
