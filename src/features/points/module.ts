import { defineModule } from '../../module/module.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import { DEFAULT_POINT_RULES } from './point-rules.ts';
import { createPointsLedger, POINTS_LEDGER, type PointsLedger } from './points-ledger.ts';
import { countAwards, POINTS_METRICS } from './points-metrics.ts';

/** Points of wallets, for launches, trades and staked rockets. */
export const points = defineModule({
  name: 'points',
  needs: {},
  actors: [],
  collections: [POINTS_LEDGER],
  metrics: familiesOf(POINTS_METRICS),
  start({ records, clock, metrics }) {
    const gives: PointsLedger = createPointsLedger({
      ...{ records, clock, onAward: countAwards(metrics) },
      rules: async () => DEFAULT_POINT_RULES,
    });
    return { gives };
  },
});
