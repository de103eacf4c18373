import type { Catalog } from '../../market/catalog/module.ts';
import { createTokenList } from '../../market/tokens/create-token-list.ts';
import { defineModule } from '../../module/module.ts';
import { autopilotVaultAbi } from '../../platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { relayerAbi } from '../../platform/chain/abi/relayer.generated.ts';
import { rocketStakingAbi } from '../../platform/chain/abi/rocket-staking.generated.ts';
import { type AbiItem, createCommonRoutes } from './common-routes.ts';
import { referenceNotes } from './reference-notes.ts';
import { referenceWords } from './reference-words.ts';
import { renderTokenList } from './render-token-list.ts';

/** The module for reference data for clients: tokens, networks, ABIs. */
export const referenceData = defineModule({
  name: 'referenceData',
  needs: { catalog: true },
  actors: [],
  collections: [],
  tag: {
    name: 'Tokens',
    description: 'The chains, their tokens, and the ABIs of the contracts. Clients usually read these first.',
    place: 10,
    words: [referenceWords],
    notes: referenceNotes,
  },
  start({ cache, clock }, { catalog: { networks, tokens } }: { readonly catalog: Catalog }) {
    const tokenList = createTokenList({ tokens, networks, cache, render: renderTokenList, clock });
    const abis = new Map<string, readonly AbiItem[]>([
      ['DcaVault', dcaVaultAbi],
      ['AutopilotVault', autopilotVaultAbi],
      ['Relayer', relayerAbi],
      ['RocketStaking', rocketStakingAbi],
    ]);
    return { gives: null, routes: [createCommonRoutes({ tokenList, networks, abis })] };
  },
});
