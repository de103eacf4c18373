/**
 * The most gas that a probe of an order or a trade may use: it runs tokens that anybody may have written. Twice what one may need to be executed, so
 * that one that needs too much is told what it needs.
 */
export const PROBE_GAS = 6_000_000n;
