import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { Market } from '../../market/prices/module.ts';
import { defineModule } from '../../module/module.ts';
import { createReadRelayed } from '../../platform/chain/relayer/read-relayed.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { createPointRules } from './point-rules.ts';
import { pointWords } from './point-words.ts';
import { createPointsLedger, POINTS_LEDGER, type PointsLedger } from './points-ledger.ts';
import { countAwards, POINTS_METRICS } from './points-metrics.ts';
import { createRewardRoutes } from './reward-routes.ts';
import { createTradeAwards, POINTS_TRADES, type TradeAwards } from './trade-awards.ts';

/** The parts of the points module that other modules use: the ledger, and the function to which successful trades are reported. */
export type Points = { readonly ledger: PointsLedger; readonly noteTrade: TradeAwards['note'] };

/** Interval in ms at which trades that may earn points are checked. */
const LOOK_EVERY_MS = 15_000;

/** The module for points of wallets, awarded for launches, trades and staked rockets (NFTs that earn points). */
export const points = defineModule({
  name: 'points',
  needs: { accounts: true, catalog: true, chains: true, market: true, systemSettings: true },
  actors: [],
  collections: [POINTS_LEDGER, POINTS_TRADES],
  tag: {
    name: 'Rewards',
    description: 'Reward points of the signed-in wallet, and the events that earned them.',
    place: 83,
    words: [pointWords],
  },
  metrics: familiesOf(POINTS_METRICS),
  start(
    { records, clock, metrics, timers, log },
    needs: {
      readonly accounts: SignedInWallets;
      readonly catalog: Catalog;
      readonly chains: OpenChains;
      readonly market: Pick<Market, 'prices'>;
      readonly systemSettings: SystemSettings;
    },
  ) {
    const { chains } = needs.chains;
    const { networks, tokens } = needs.catalog;
    const rules = createPointRules(needs.systemSettings);
    const ledger = createPointsLedger({ records, clock, rules, onAward: countAwards(metrics) });
    const awards = createTradeAwards({
      ...{ records, clock, log, ledger, tokens, prices: needs.market.prices, readRelayed: createReadRelayed({ chains }) },
      minUsd: () => needs.systemSettings.value('points_trade_min_usd'),
      async contractsOf(chainId) {
        const network = chains.has(chainId) ? await networks.get(chainId) : null;
        const { relayer = null, wrappedNative = null } = network?.contracts ?? {};
        return relayer === null ? null : { relayer, wrappedNative };
      },
    });
    const rounds = repeatWork(timers, LOOK_EVERY_MS, awards.round);
    const gives: Points = { ledger, noteTrade: awards.note };
    return { gives, routes: [createRewardRoutes({ ledger, rules, auth: needs.accounts.auth, clock })], stop: rounds.stop };
  },
});
