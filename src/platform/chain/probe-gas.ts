/**
 * The maximum gas for simulating an order or a trade, which runs code of untrusted tokens. It is twice the gas limit of an execution, so
 * that the error for an order that needs too much gas can report the needed gas.
 */
export const PROBE_GAS = 6_000_000n;
