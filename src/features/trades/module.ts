import { trade } from '../../../actors/trade/actor.ts';
import { createTradeActor } from '../../../actors/trade/effects.ts';
import { createTradeSource } from '../../../actors/trade/inspection.ts';
import { createTradeActors } from '../../../actors/trade/trades-client.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import { defineModule } from '../../module/module.ts';
import { createTradeReceipts } from '../../platform/chain/trade-receipt.ts';
import type { Points } from '../points/module.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { BRIDGE_COMPLETIONS, createBridgeCompletions } from './bridge-completions.ts';
import { createCompleteBridge } from './complete-bridge.ts';
import { createTradesService, type TradesService } from './create-trades-service.ts';
import { createFindTrades } from './find-trades.ts';
import { createHashRepository, TRADE_HASHES } from './hash-repository.ts';
import { createRecheckTrade, listEndedTrades } from './recheck-trade.ts';
import { createBridgeRoutes } from './routes/bridge-routes.ts';
import { createTransactionMount, createTransactionRoutes } from './routes/transaction-routes.ts';
import { tradesSettings } from './settings.ts';
import { provingHashes } from './take-hash.ts';
import { tellingTrades } from './telling-trades.ts';
import type { TradeActors } from './trade-actors.ts';
import { tradeEvent } from './trade-event.ts';
import { tradeNotes } from './trade-notes.ts';
import { createTradeStatus } from './trade-status.ts';
import { tradeStrangers } from './trade-strangers.ts';
import { tradeWords } from './trade-words.ts';

/** The functions of the trades module that other modules use: the service, and the list of all wallets' trades that ended recently. */
export type GivenTrades = TradesService & { readonly endedSince: TradeActors['newestEnded'] };

/**
 * The module for records of trades that users sign and send themselves: their status, and clients' reports that a bridge transfer has
 * ended.
 */
export const trades = defineModule({
  name: 'trades',
  needs: { catalog: true, chainMemory: true, chains: true, points: true, quotes: true },
  actors: [trade],
  collections: [TRADE_HASHES, BRIDGE_COMPLETIONS],
  tag: {
    name: 'Trades',
    description: 'Records of trades. The service checks the status of each trade until it has ended.',
    place: 30,
    words: [tradeWords],
    notes: tradeNotes,
  },
  settings: tradesSettings,
  start(
    platform,
    needs: {
      readonly catalog: Catalog;
      readonly chainMemory: ChainMemory;
      readonly chains: OpenChains;
      readonly points: Pick<Points, 'noteTrade'>;
      readonly quotes: Pick<QuoteParts, 'trades' | 'statusOf' | 'referenceOf'>;
    },
    { maxUnseenTrades },
  ) {
    const { records, store, clock, log } = platform;
    const { networks } = needs.catalog;
    const { trades: quotes, statusOf: providerStatus, referenceOf } = needs.quotes;
    const hashes = createHashRepository({ records, clock });
    const receipts = createTradeReceipts({ chains: needs.chains.chains });
    const { seen, whenGone } = needs.chainMemory;
    const status = tellingTrades(
      provingHashes(
        createTradeStatus({
          ...{ receipts, networks, providerStatus },
          async noteEnd(subject, blocks) {
            for (const block of blocks) await seen.note({ kind: 'trade', subject }, block);
          },
        }),
        hashes,
      ),
      needs.points.noteTrade,
    );
    const actors = createTradeActors({ actors: platform.actors, store });
    const recheck = createRecheckTrade({ trades: actors, status });
    whenGone('trade', ({ subject }) => recheck(subject), listEndedTrades(actors));
    const service: TradesService = createTradesService({
      trades: actors,
      hashes,
      status,
      quotes,
      referenceOf,
      networks,
      mostOpen: maxUnseenTrades,
      clock,
      log,
    });
    const completions = createBridgeCompletions({ records, clock });
    return {
      gives: { ...service, endedSince: actors.newestEnded } satisfies GivenTrades,
      actors: [createTradeActor({ status, hashes, inspection: createTradeSource({ history: store.history }) })],
      routes: [
        createTransactionRoutes({ trades: service }),
        createTransactionMount({ trades: service }),
        createBridgeRoutes({ completeBridge: createCompleteBridge({ trades: service, completions }) }),
      ],
      transactionSearch: { type: trade.type, keysOf: createFindTrades({ hashes, trades: actors }) },
      walletEvents: [tradeEvent(trade.type, { trades: actors, networks })],
      strangers: { actors: [tradeStrangers({ hashes })] },
    };
  },
});
