import type { ActorClient } from '../../src/runtime/client.ts';
import type { TradeActors } from '../../src/services/trades/trade-actors.ts';
import { trade } from './actor.ts';

/** The trades' actors, as the trade service talks to them. */
export function createTradeActors(deps: { actors: ActorClient }): TradeActors {
  const { actors } = deps;
  const of = (tradeId: string) => actors.of(trade, tradeId);

  return {
    async create(input) {
      const { tradeId } = input.terms;
      const known = await of(tradeId).read();
      if (known !== null) return known.view;
      // One id for all who create it: of two at once, the second is answered with the first one's.
      const reply = await of(tradeId).create(input, { eventId: `create/${tradeId}` });
      return reply.view();
    },
    read: async (tradeId) => (await of(tradeId).read())?.view ?? null,
    async list(query) {
      const page = await actors.list(trade, { ...query, order: 'newest' });
      return { trades: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    setHash: async (tradeId, hash) => (await of(tradeId).ask({ type: 'SET_HASH', hash })).view(),
    setReference: async (tradeId, reference) => (await of(tradeId).ask({ type: 'SET_REFERENCE', reference })).view(),
    claim: async (tradeId, said) => (await of(tradeId).ask({ type: 'CLAIMED', ...said })).view(),
    setAside: async (tradeId) => (await of(tradeId).ask({ type: 'SET_ASIDE' })).view(),
    observe: async (tradeId, observation) => (await of(tradeId).ask({ type: 'OBSERVED', observation })).view(),
  };
}
