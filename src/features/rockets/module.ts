import { rocket } from '../../../actors/rocket/actor.ts';
import { createAwardClaim, createRocketActor } from '../../../actors/rocket/effects.ts';
import { createRocketActors } from '../../../actors/rocket/rockets-client.ts';
import { vaultFollower } from '../../../actors/vault-follower/actor.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { GivenChains } from '../../market/chains/module.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import type { FollowerSpec } from '../../module/follower.ts';
import { defineModule } from '../../module/module.ts';
import { createRocketStakings } from '../../platform/chain/rocket-staking/create-rocket-staking.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { Points } from '../points/module.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { createRockets, type Rockets } from './create-rockets.ts';
import { createFollowRockets, ROCKET_CURSORS, ROCKET_DEFERRED, ROCKET_DOUBTED } from './follow-rockets.ts';
import { rocketNotes } from './rocket-notes.ts';
import { createRocketRoutes } from './rocket-routes.ts';
import { createRocketRules } from './rocket-rules.ts';
import { rocketWords } from './rocket-words.ts';
import { rocketsSettings } from './settings.ts';

/** Number of staked rockets (NFTs) that are read at each new block of a chain even if they have no new event. */
const ROCKETS_IN_TURN = 20;

const FOLLOWER: FollowerSpec = { name: 'rockets', deferred: ROCKET_DEFERRED, actorType: vaultFollower.type };

/** The module for rockets: NFTs that are staked on chain and accrue points. */
export const rockets = defineModule({
  name: 'rockets',
  needs: { accounts: true, catalog: true, chainMemory: true, chains: true, points: true, systemSettings: true },
  actors: [rocket],
  collections: [ROCKET_CURSORS, ROCKET_DEFERRED, ROCKET_DOUBTED],
  tag: {
    name: 'Rockets',
    description: 'Rockets (NFTs) that the signed-in wallet has staked, and the points that they earn.',
    place: 84,
    words: [rocketWords],
    notes: rocketNotes,
  },
  followers: [FOLLOWER],
  settings: rocketsSettings,
  start(
    { records, clock, ids, log, actors: client },
    needs: {
      readonly accounts: SignedInWallets;
      readonly catalog: Catalog;
      readonly chainMemory: ChainMemory;
      readonly chains: GivenChains;
      readonly points: Pick<Points, 'ledger'>;
      readonly systemSettings: SystemSettings;
    },
    { imageUrl },
  ) {
    const { networks } = needs.catalog;
    const { chains } = needs.chains;
    const rules = createRocketRules(needs.systemSettings);
    const award = createAwardClaim(needs.points);
    const actors = createRocketActors({ actors: client });
    const stakingAt = createRocketStakings({ chainOf: chains.of });
    const stakingOf = async (chainId: number) =>
      chains.has(chainId) ? ((await networks.get(chainId))?.contracts.rocketStaking ?? null) : null;
    needs.chainMemory.alsoFollow({
      name: 'rockets',
      isFollowed: async (chainId) => (await stakingOf(chainId)) !== null,
      follow: createFollowRockets({
        ...{ records, clock, log, stakingOf, stakingAt, rockets: actors, rules, readInTurn: ROCKETS_IN_TURN },
        confirmationsOf: (chainId) => chains.of(chainId).confirmations,
      }),
    });
    const gives: Rockets = createRockets({
      ...{ rockets: actors, rules, award, imageUrl, clock, ids },
      async stakings() {
        const places = await Promise.all(chains.chainIds.map(async (chainId) => ({ chainId, address: await stakingOf(chainId) })));
        return places.flatMap(({ chainId, address }) => (address === null ? [] : [stakingAt(chainId, address)]));
      },
    });
    const cursors = records.collection<{ readonly number: number }>(ROCKET_CURSORS);
    return {
      gives,
      actors: [createRocketActor({ award, rules })],
      routes: [createRocketRoutes({ rockets: gives, auth: needs.accounts.auth })],
      followers: [
        {
          spec: FOLLOWER,
          lastBlock: async (chainId) => ((await stakingOf(chainId)) === null ? null : ((await cursors.get(String(chainId)))?.number ?? -1)),
        },
      ],
    };
  },
});
