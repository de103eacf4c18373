import type { GasRules } from '../../src/market/gas/gas-rules.ts';

/** Gas rules for tests, under which every trade is admitted and no gas is charged. */
export const freeGas: GasRules = { admit: async () => null, settle: async () => {} };
