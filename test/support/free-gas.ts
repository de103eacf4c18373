import type { GasRules } from '../../src/market/gas/gas-rules.ts';

/** Gas that costs nobody anything. */
export const freeGas: GasRules = { admit: async () => null, settle: async () => {} };
