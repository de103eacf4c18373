import type { OpenKind, TradeActors } from '../../src/features/trades/trade-actors.ts';
import type { TradeReading } from '../../src/features/trades/trade-record.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import { pagesOf } from '../../src/values/pages-of.ts';
import { trade } from './actor.ts';

const PAGE = 200;

/** Maps each kind of open trade (unseen or seen on chain) to the status under which the store indexes such trades (see `keyStatusOf`). */
const STATUS_OF: Readonly<Record<OpenKind, string>> = { unseen: 'pending', seen: 'seen' };

/** Gives the trade service access to the trades' actors. */
export function createTradeActors(deps: { actors: ActorClient; store: Pick<ActorStore, 'count'> }): TradeActors {
  const { actors, store } = deps;
  const of = (tradeId: string) => actors.of(trade, tradeId);

  return {
    async create(input) {
      const { tradeId } = input.terms;
      const known = await of(tradeId).read();
      if (known !== null) return known.view;
      // The event id depends only on the trade's id, so when two requests to create the same trade arrive at the same time, the second one
      // returns the record that the first one created.
      const reply = await of(tradeId).create(input, { eventId: `create/${tradeId}` });
      return reply.view();
    },
    read: async (tradeId) => (await of(tradeId).read())?.view ?? null,
    async list({ statuses, wallet, ...rest }) {
      const query = { ...rest, keys: { wallet } };
      const words = statuses?.flatMap((word) => (word === 'pending' ? [STATUS_OF.unseen, STATUS_OF.seen] : [word]));
      const page = await actors.list(trade, { ...query, ...(words === undefined ? {} : { statuses: words }), order: 'newest' });
      return { trades: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    countOpen: (kind) => store.count({ type: trade.type, statuses: [STATUS_OF[kind]] }),
    async oldestOpen(kind, page) {
      const found = await actors.list(trade, { ...page, statuses: [STATUS_OF[kind]], order: 'oldest' });
      return { trades: found.actors.map(({ view }) => view), cursor: found.cursor };
    },
    async newestEnded(sinceMs, most) {
      const found: TradeReading[] = [];
      const query = { statuses: ['success', 'failed'], order: 'newest', limit: PAGE } as const;
      for await (const page of pagesOf((after) => actors.list(trade, { ...query, ...after }))) {
        found.push(...page.actors.map(({ view }) => view).filter(({ createdAtMs }) => createdAtMs >= sinceMs));
        if (found.length >= most || page.actors.some(({ view }) => view.createdAtMs < sinceMs)) break;
      }
      return found;
    },
    setHash: async (tradeId, hash) => (await of(tradeId).ask({ type: 'SET_HASH', hash })).view(),
    setReference: async (tradeId, reference) => (await of(tradeId).ask({ type: 'SET_REFERENCE', reference })).view(),
    claim: async (tradeId, said) => (await of(tradeId).ask({ type: 'CLAIMED', ...said })).view(),
    setAside: async (tradeId) => (await of(tradeId).ask({ type: 'SET_ASIDE' })).view(),
    observe: async (tradeId, observation) => (await of(tradeId).ask({ type: 'OBSERVED', observation })).view(),
    doubt: async (tradeId, observation) => (await of(tradeId).ask({ type: 'DOUBTED', observation })).view(),
  };
}
