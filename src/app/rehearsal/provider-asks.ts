import { type Config, settingsOf } from '../../config/compile-settings.ts';
import { budgetOf } from '../../features/quotes/budget-settings.ts';
import { deliversInside } from '../../features/quotes/delivers-inside.ts';
import { createOfferSources } from '../../features/quotes/offer-sources.ts';
import { onChainProviders } from '../../features/quotes/on-chain-providers.ts';
import { createProviderBudget } from '../../features/quotes/provider-budget.ts';
import { createHttpProviders, type RegisteredProvider } from '../../features/quotes/registry.ts';
import { quotesSettings } from '../../features/quotes/settings.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { OfferSource } from '../../market/routes/offer-source.ts';
import { createUniswapV3RouteSource } from '../../market/routes/uniswap-v3-route-source.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { checksumAddress } from '../../platform/chain/checksum-address.ts';
import { cowOrderUid } from '../../platform/chain/cow-order-uid.ts';
import { createUniswapV3 } from '../../platform/chain/uniswap-v3/create-uniswap-v3.ts';
import { systemTimers } from '../../platform/clock/system-timers.ts';
import type { Clock } from '../../values/clock.ts';
import type { Ask } from './run-provider.ts';

/** A liquidity provider with the function that requests its offer, or with `off`, the reason why no offer is requested. */
export type AskedProvider = { readonly name: string } & ({ readonly ask: Ask } | { readonly off: string });

/** Time limit in ms for a request to a liquidity provider: 10 s for its offer, and 10 s for the calldata of the offer. */
const TIMEOUT_MS = 10_000;

/**
 * Returns the liquidity providers whose calls deliver the bought tokens within the same transaction: Uniswap first, then the other
 * providers in the order of the registry of providers.
 */
export async function providerAsks(deps: {
  readonly config: Config;
  readonly chainId: number;
  readonly chains: Chains;
  readonly networks: Networks;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly clock: Clock;
}): Promise<readonly AskedProvider[]> {
  const { config, chainId, chains, networks, tokens, clock } = deps;
  const { providers: settings, trustedContracts: trusted, budgets } = settingsOf(config, quotesSettings);
  const http = createHttpProviders({ settings, fetch, clock, checksum: checksumAddress, cowOrderUid });
  const providers = [...onChainProviders({ chains, networks, clock }), ...http];
  const sources = createOfferSources({
    ...{ providers, trusted, tokens, networks, timeoutMs: TIMEOUT_MS },
    budgetOf: (name) => createProviderBudget(budgetOf(name, budgets), { clock, timers: systemTimers }),
  });
  const asked = sources.map(async (source): Promise<AskedProvider> => {
    if ((await source.routersOn(chainId)) !== null) return { name: source.name, ask: askOf(source) };
    return { name: source.name, off: `This service knows no contracts of the provider on chain ${chainId}.` };
  });
  return [ownAsk(chains, networks), ...(await Promise.all(asked)), ...providers.flatMap(withoutKey)];
}

function withoutKey({ traits, isRegistered, offBecause }: RegisteredProvider): readonly AskedProvider[] {
  if (!isRegistered || offBecause === null || !deliversInside(traits)) return [];
  return [{ name: traits.name, off: 'The provider needs an API key, which the settings do not have.' }];
}

function ownAsk(chains: Chains, networks: Networks): AskedProvider {
  const source = createUniswapV3RouteSource({ uniswapV3: createUniswapV3({ chains }), networks });
  return {
    name: source.name,
    async ask(request) {
      const found = await source.findRoute(request);
      if (!found.ok) return { refused: found.detail };
      const { target, spender, data, amountOut } = found.route;
      return { call: { target, spender, data, amountOut } };
    },
  };
}

function askOf({ offer }: OfferSource): Ask {
  return async (request) => {
    const answer = await offer(request, AbortSignal.timeout(TIMEOUT_MS));
    if (!answer.ok) return { refused: textOf(answer) };
    const built = await answer.offer.build(AbortSignal.timeout(TIMEOUT_MS));
    return built.ok ? { call: built.call } : { refused: textOf(built) };
  };
}

const TEXTS: Readonly<Record<string, string>> = {
  'no-route': 'The provider found no route for this pair and amount.',
  timeout: `The provider did not answer within ${TIMEOUT_MS / 1_000} s.`,
  unavailable: 'The provider could not be reached, or failed.',
  unsupported: 'The provider does not support this kind of trade.',
  'rate-limited': 'The provider refused the request because of its rate limit.',
};

function textOf({ reason, detail }: { readonly reason: string; readonly detail: string }): string {
  return TEXTS[reason] ?? (detail === '' ? reason : `${reason}: ${detail}`);
}
