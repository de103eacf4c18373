import { defineModule } from '../../module/module.ts';
import { createDayFailures, DAY_FAILURES, type DayFailures } from './day-failures.ts';
import { createDaySums, DAY_SUMS, type DaySums } from './day-sums.ts';

/** The counts of one UTC day, which the modules of vaults write and reports read. */
export type DayCounts = { readonly sums: DaySums; readonly failures: DayFailures };

/** The module that counts the executed and failed orders of each UTC day. */
export const dayCounts = defineModule({
  name: 'dayCounts',
  needs: {},
  actors: [],
  collections: [DAY_SUMS, DAY_FAILURES],
  start({ records, clock }) {
    const gives: DayCounts = { sums: createDaySums({ records, clock }), failures: createDayFailures({ records, clock }) };
    return { gives };
  },
});
