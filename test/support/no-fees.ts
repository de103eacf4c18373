import type { TransferFeeRules } from '../../src/market/routes/transfer-fee-rules.ts';

/** Rules for tests, under which no token charges a fee on transfers. */
export const noFees: TransferFeeRules = {
  whyNotSpent: async () => null,
  whyNotBought: async () => null,
  judge: async () => ({ kind: 'no-fee' }),
};
