import { defineModule } from '../../module/module.ts';
import { createFeeSums, EARNED_FEES, type FeeSums } from './fee-sums.ts';

/** What the vaults earned as fees: the vaults' features add their fills, reports read the sums. */
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
