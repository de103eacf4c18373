import type { RocketActors } from '../../src/features/rockets/rocket-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import { rocket, rocketKey } from './actor.ts';

const STAKED = ['staked', 'unstaking'];

/** Gives the rocket service access to the rockets' actors. */
export function createRocketActors({ actors }: { readonly actors: ActorClient }): RocketActors {
  const of = (chainId: number, tokenId: string) => actors.of(rocket, rocketKey(chainId, tokenId));
  return {
    read: async (chainId, tokenId) => (await of(chainId, tokenId).read())?.view ?? null,
    async stakeRead({ chainId, tokenId }, reading, { mayShrink, rules }) {
      const { total, changes } = reading;
      await of(chainId, tokenId).ask({
        ...{ type: 'STAKE_READ', reading: { total, changes: [...changes] }, mayShrink },
        rules: { ...rules, levels: [...rules.levels] },
      });
    },
    async claim({ chainId, tokenId }, { wallet, requestId, rules }) {
      const event = { type: 'CLAIM', wallet, requestId, rules: { ...rules, levels: [...rules.levels] } } as const;
      return (await of(chainId, tokenId).ask(event)).view();
    },
    async listOf(wallet, { limit, cursor }) {
      const page = await actors.list(rocket, {
        ...{ keys: { wallet }, statuses: STAKED, order: 'oldest', limit },
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { rockets: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    async stakedOn(chainId, { limit, cursor }) {
      const page = await actors.list(rocket, {
        ...{ keys: { chainId }, statuses: STAKED, order: 'oldest', limit },
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { tokenIds: page.actors.map(({ view }) => view.tokenId), cursor: page.cursor };
    },
  };
}
