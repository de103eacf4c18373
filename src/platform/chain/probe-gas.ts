/**
 * The maximum gas for simulating an order or a trade, which runs code of untrusted tokens. This is twice the gas that an execution may
 * use, so that an order that needs too much gets an error with the gas that it needs.
 */
export const PROBE_GAS = 6_000_000n;
