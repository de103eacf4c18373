import type { SigningKeys } from '../../config/read-keys.ts';
import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import { probeOf } from '../../http/health/probe.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import { examineRemoteSigner } from '../../market/chains/examine-remote-signer.ts';
import { lookSeldom } from '../../market/chains/look-seldom.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import { defineModule } from '../../module/module.ts';
import { readIsSigner } from '../../platform/chain/contract-setup.ts';
import { createRelayerSigner } from '../../platform/chain/relayer/create-relayer-signer.ts';
import { relayerCalls } from '../../platform/chain/relayer/relayer-calls.ts';
import type { RemoteSigning } from '../../platform/chain/remote-signer/ask-signer.ts';
import { createSigners, type Signer, signerAddress, signingKeyOf } from '../../platform/chain/signer.ts';
import type { SigningKeyText } from '../../values/signing-key.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { createRelayer, type Relayer } from './create-relayer.ts';
import { examineSigner } from './examine-signer.ts';
import { relayerNotes } from './relayer-notes.ts';
import { RELAYER_PROBE, relayerTrouble } from './relayer-probe.ts';
import { createRelayerRoutes } from './relayer-routes.ts';
import { relayerWords } from './relayer-words.ts';
import { relayerSettings } from './settings.ts';

type Needs = { readonly catalog: Catalog; readonly chains: GivenChains; readonly quotes: QuoteParts };

/** The relayer module: signs transactions that the quotes module has built. */
export const relayer = defineModule({
  name: 'relayer',
  needs: { catalog: true, chains: true, quotes: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Relayer',
    description: 'Signatures that a wallet needs to send a quoted trade through the relayer contract.',
    place: 25,
    words: [relayerWords],
    notes: relayerNotes,
  },
  probes: [RELAYER_PROBE],
  settings: relayerSettings,
  examinations: [
    {
      of: 'chain',
      async examine(examined, { signerKeys }) {
        const { chainId } = examined.chain;
        const signer = signerOn(chainId, signerKeys, { token: examined.config.signerUrlToken });
        if (signer === null) return [await examineSigner(examined, null, readIsSigner)];
        return [await examineSigner(examined, signer.address, readIsSigner), ...(await examineRemoteSigner(signer, 'relayer'))];
      },
    },
  ],
  start({ config, clock, ids }, { catalog, chains, quotes }: Needs, { signerKeys, signAny }) {
    const signer = createRelayerSigner({
      brand: config.brand,
      keyOf: (chainId) => signerKeyOf(signerKeys, chainId),
      remote: chains.remote,
    });
    const gives: Relayer = createRelayer({
      networks: catalog.networks,
      signer,
      calls: relayerCalls,
      findBuilt: quotes.built.find,
      buildOfQuote: quotes.buildOf,
      ...{ clock, ids, signsAny: signAny },
    });
    const probes = chains.chains.chainIds.map((chainId) => {
      const parts = {
        chain: chains.chains.of(chainId),
        relayerOf: async () => (await catalog.networks.get(chainId))?.contracts.relayer ?? null,
        signer: signerOn(chainId, signerKeys, chains.remote),
        isSignerOf: readIsSigner,
      };
      const look = lookSeldom(
        () => relayerTrouble(parts),
        () => clock.now(),
      );
      return probeOf(RELAYER_PROBE, look, chainId);
    });
    return { gives, routes: [createRelayerRoutes({ relayer: gives })], probes };
  },
});

/** Returns the signer whose signatures a chain's relayer contract requires; null when this node has no key for this chain. */
function signerOn(chainId: number, signerKeys: SigningKeys, remote: RemoteSigning): Signer | null {
  const text = signerKeyOf(signerKeys, chainId);
  if (text === undefined) return null;
  const key = signingKeyOf(chainId, text);
  return createSigners([key], remote).of(chainId, signerAddress(key));
}

/**
 * Returns the signer key for a chain. The devnet (a local test chain) has a key of its own; the default key is only used on real chains.
 */
function signerKeyOf({ byChain, default: usual }: SigningKeys, chainId: number): SigningKeyText | undefined {
  return byChain[chainId] ?? (chainId === devnetChainId ? devnetAccounts.signer.privateKey : usual);
}
