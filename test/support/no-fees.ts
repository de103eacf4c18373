import type { TransferFeeRules } from '../../src/market/routes/transfer-fee-rules.ts';

/** Transfer rules for tokens that take no fee. */
export const noFees: TransferFeeRules = {
  whyNotSpent: async () => null,
  whyNotBought: async () => null,
  judge: async () => ({ kind: 'no-fee' }),
};
