import type { Config } from '../../config.ts';
import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import { createRelayerSigner } from '../../platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../platform/chain/relayer/relayer-calls.ts';
import type { Clock } from '../../values/clock.ts';
import { randomIds } from '../../values/id-source.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { overriddenInput } from '../quotes/routes/quote-query.ts';
import { createRelayer, type Relayer } from './create-relayer.ts';

/** What signs the transactions that the quotes' builds remember. */
export function createRelayerParts(
  config: Config,
  deps: { readonly networks: Networks; readonly quotes: Pick<QuoteParts, 'builds' | 'built'>; readonly clock: Clock },
): Relayer {
  const { networks, quotes, clock } = deps;
  const { byChain, default: usual } = config.signerKeys;
  const signer = createRelayerSigner({
    brand: config.brand,
    // The devnet's key applies there by itself; a default key is meant for real chains.
    keyOf: (chainId) => byChain[chainId] ?? (chainId === devnetChainId ? devnetAccounts.signer.privateKey : usual),
  });
  return createRelayer({
    networks,
    signer,
    calls: relayerCalls,
    findBuilt: quotes.built.find,
    buildOfQuote: (id, overrides, signal) => quotes.builds.build(id, (data) => overriddenInput(data, overrides), signal),
    clock,
    ids: randomIds,
    signsAny: config.signAny,
  });
}
