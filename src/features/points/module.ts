import { defineModule } from '../../module/module.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { createPointRules } from './point-rules.ts';
import { createPointsLedger, POINTS_LEDGER, type PointsLedger } from './points-ledger.ts';
import { countAwards, POINTS_METRICS } from './points-metrics.ts';
import { createRewardRoutes } from './reward-routes.ts';

/** Points of wallets, for launches, trades and staked rockets. */
export const points = defineModule({
  name: 'points',
  needs: { accounts: true, systemSettings: true },
  actors: [],
  collections: [POINTS_LEDGER],
  tag: { name: 'rewards', description: 'Points of the signed-in wallet, and what gave them.' },
  metrics: familiesOf(POINTS_METRICS),
  start({ records, clock, metrics }, needs: { readonly accounts: SignedInWallets; readonly systemSettings: SystemSettings }) {
    const rules = createPointRules(needs.systemSettings);
    const gives: PointsLedger = createPointsLedger({ records, clock, rules, onAward: countAwards(metrics) });
    return { gives, routes: [createRewardRoutes({ ledger: gives, rules, auth: needs.accounts.auth, clock })] };
  },
});
