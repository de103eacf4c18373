import { createOfferSources } from '../../../../src/features/quotes/offer-sources.ts';
import { createProviderBudget } from '../../../../src/features/quotes/provider-budget.ts';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { createGasPrices } from '../../../../src/market/gas/gas-prices.ts';
import type { Networks } from '../../../../src/market/networks/create-networks.ts';
import type { Prices } from '../../../../src/market/prices/create-prices.ts';
import type { Tokens } from '../../../../src/market/tokens/create-tokens.ts';
import { createAllowedRouters } from '../../../../src/market/vault-routes/allowed-routers.ts';
import type { MoreRoutes } from '../../../../src/market/vault-routes/create-best-route.ts';
import { createGasInOutput } from '../../../../src/market/vault-routes/gas-in-output.ts';
import { createGatherOffers } from '../../../../src/market/vault-routes/gather-offers.ts';
import { createSharedChoices } from '../../../../src/market/vault-routes/shared-choices.ts';
import { createSourceScores } from '../../../../src/market/vault-routes/source-scores.ts';
import type { Chains } from '../../../../src/platform/chain/chain.ts';
import { createVaultRouters } from '../../../../src/platform/chain/vault-routers/create-vault-routers.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import type { Clock } from '../../../../src/values/clock.ts';
import { wallClock } from '../../../support/devnet.ts';

type Parts = {
  readonly chains: Chains;
  readonly networks: Networks;
  readonly tokens: Tokens;
  readonly prices: Prices;
  readonly clock: Clock;
};

/**
 * Creates the sources of routes in addition to Uniswap v3, combined as in the service.
 * @param forgives returns whether failures of sources are currently ignored
 */
export function createMoreRoutes(
  { chains, networks, tokens, prices, clock }: Parts,
  providers: readonly RegisteredProvider[],
  forgives: () => boolean,
) {
  const kept = createSourceScores({ clock });
  const scores: typeof kept = {
    ...kept,
    failed: (...failure) => (forgives() ? undefined : kept.failed(...failure)),
    brokeRule: (...breach) => (forgives() ? undefined : kept.brokeRule(...breach)),
  };
  const limits = { perSecond: 50, inFlight: 10, perDay: 10_000 };
  const sources = createOfferSources({
    ...{ providers, trusted: {}, tokens, networks, timeoutMs: 2_000 },
    budgetOf: () => createProviderBudget(limits, { clock: wallClock, timers: systemTimers }),
  });
  const feesOf = (chainId: number) => chains.of(chainId).estimateFees();
  const gasPrices = createGasPrices({ feesOf, networks, tokens, prices, clock, keepMs: 1_000 });
  const routes: MoreRoutes = {
    gatherOffers: createGatherOffers({
      allowed: createAllowedRouters({ vaultRouters: createVaultRouters({ chainOf: chains.of }), clock }),
      ...{ sources, scores, choices: createSharedChoices({ clock }) },
    }),
    gasInOutput: createGasInOutput({ gasPrices, tokens, prices }),
    ...{ scores, count: () => {}, log: silentLog },
  };
  return { routes, onRouteFailed: (chainId: number, source: string) => scores.failedOnChain(source, chainId) };
}
