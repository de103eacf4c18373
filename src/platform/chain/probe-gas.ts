/**
 * The maximum gas for simulating an order or a trade, which runs code of untrusted tokens. It is twice the gas limit of a real execution,
 * so that the simulation of an order that needs too much gas succeeds, and the error can report how much it needs.
 */
export const PROBE_GAS = 6_000_000n;
