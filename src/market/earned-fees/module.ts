import { defineModule } from '../../module/module.ts';
import { createFeeSums, EARNED_FEES, type FeeSums } from './fee-sums.ts';

/** The module for fees that the vaults earned. The modules of the vaults add the fees of executed orders, and reports read the sums. */
export const earnedFees = defineModule({
  name: 'earnedFees',
  needs: {},
  actors: [],
  collections: [EARNED_FEES],
  start({ records, clock }) {
    const gives: FeeSums = createFeeSums({ records, clock });
    return { gives };
  },
});
