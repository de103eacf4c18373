import type { GasRules } from '../../src/market/gas/gas-rules.ts';

/** Gas rules for tests, under which gas costs nothing. */
export const freeGas: GasRules = { admit: async () => null, settle: async () => {} };
