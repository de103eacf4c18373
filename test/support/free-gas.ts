import type { PriceGas } from '../../src/market/gas/create-price-gas.ts';
import type { GasRules } from '../../src/market/gas/gas-rules.ts';
import { toBaseUnits } from '../../src/values/base-units.ts';

/** Gas rules for tests, under which every trade is admitted and no gas is charged. */
export const freeGas: GasRules = { admit: async () => null, settle: async () => {} };

/** Values gas at 3,000 dollars for a native coin, whatever the time. */
export const priceGasAt3000: PriceGas = async ({ wei }) => (wei === null ? undefined : { wei: toBaseUnits(wei), nativeUsd: '3000' });
