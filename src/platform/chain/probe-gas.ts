/**
 * The maximum gas, in gas units, for simulating an order or a trade, which runs code of untrusted tokens. The maximum is twice the gas
 * limit of a real execution. So the simulation of an order that needs too much gas still succeeds, and the error message can state how much
 * gas the order needs.
 */
export const PROBE_GAS = 6_000_000n;
