import type { TransferFeeRules } from '../../src/market/routes/transfer-fee-rules.ts';

/** Of tokens that take no fee on transfers. */
export const noFees: TransferFeeRules = {
  whyNotSpent: async () => null,
  whyNotBought: async () => null,
  judge: async () => ({ kind: 'no-fee' }),
};
