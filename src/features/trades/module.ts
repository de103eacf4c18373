import { createTradeActor } from '../../../actors/trade/effects.ts';
import { createTradeActors } from '../../../actors/trade/trades-client.ts';
import type { ChainMemory } from '../../app/create-chain-memory.ts';
import type { WalletAuth } from '../../http/wallet-auth/create-wallet-auth.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { createReadAccountOwner } from '../../platform/chain/read-account-owner.ts';
import { createTradeReceipts } from '../../platform/chain/trade-receipt.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/actor-store.ts';
import type { ActorClient } from '../../runtime/client.ts';
import type { ImplementedActor } from '../../runtime/implement-actor.ts';
import { parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import { createNlu } from '../nlu/create-nlu.ts';
import { createWitRoutes } from '../nlu/wit-routes.ts';
import { createOrders } from '../orders/create-orders.ts';
import { createOrderRoutes } from '../orders/order-routes.ts';
import { createSmartAccounts, type IsOwnerOf } from '../smart-accounts/create-smart-accounts.ts';
import { createSmartAccountRoutes } from '../smart-accounts/smart-account-routes.ts';
import { createBridgeCompletions } from './bridge-completions.ts';
import { createCompleteBridge } from './complete-bridge.ts';
import { createTradesService, type TradesService, type TradesServiceDeps } from './create-trades-service.ts';
import { createHashBook } from './hash-book.ts';
import type { QuoteLookup } from './quote-lookup.ts';
import { createRecheckTrade } from './recheck-trade.ts';
import { createBridgeRoutes } from './routes/bridge-routes.ts';
import { createTransactionRoutes } from './routes/transaction-routes.ts';
import { provingHashes } from './take-hash.ts';
import { createTradeStatus, type TradeStatusDeps } from './trade-status.ts';

export type Trades = {
  readonly actors: readonly ImplementedActor[];
  readonly service: TradesService;
  /** Transactions, the end of a bridge, orders, smart-contract accounts, and the legacy language route. */
  readonly routes: readonly ReturnType<typeof createTransactionRoutes>[];
};

export type TradesDeps = {
  readonly records: RecordStore;
  readonly networks: Networks;
  readonly chains: Chains;
  readonly memory: ChainMemory;
  /** The system that the actors will be part of. */
  readonly client: ActorClient;
  readonly store: Pick<ActorStore, 'count'>;
  readonly mostOpen: TradesServiceDeps['mostOpen'];
  readonly quotes: QuoteLookup;
  readonly providerStatus: TradeStatusDeps['providerStatus'];
  /** Tells whose signature a request carries. */
  readonly auth: WalletAuth;
  readonly referenceOf: TradesServiceDeps['referenceOf'];
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
};

/** Joins what trade records are made of (the actors, what says what became of a trade, the hashes), and the records beside them. */
export function createTrades(deps: TradesDeps): Trades {
  const { records, networks, clock, ids } = deps;
  const hashes = createHashBook({ records, clock });
  const status = provingHashes(
    createTradeStatus({
      ...{ receipts: createTradeReceipts({ chains: deps.chains }), networks, providerStatus: deps.providerStatus },
      async noteEnd(subject, blocks) {
        for (const block of blocks) await deps.memory.seen.note({ kind: 'trade', subject }, block);
      },
    }),
    hashes,
  );
  const readOwner = createReadAccountOwner({ chains: deps.chains });
  const isOwnerOf: IsOwnerOf = (chainId, account, owner) => readOwner(chainId, parseAddress(account), parseAddress(owner));
  const trades = createTradeActors({ actors: deps.client, store: deps.store });
  const recheck = createRecheckTrade({ trades, status });
  deps.memory.whenGone('trade', ({ subject }) => recheck(subject));
  const service = createTradesService({
    trades,
    hashes,
    status,
    quotes: deps.quotes,
    referenceOf: deps.referenceOf,
    networks,
    mostOpen: deps.mostOpen,
    clock,
    log: deps.log,
  });
  return {
    actors: [createTradeActor({ status, hashes })],
    service,
    routes: [
      createTransactionRoutes({ trades: service }),
      createBridgeRoutes({
        completeBridge: createCompleteBridge({ trades: service, completions: createBridgeCompletions({ records, clock }) }),
      }),
      createOrderRoutes({ orders: createOrders({ records, clock, ids }) }),
      createSmartAccountRoutes({ accounts: createSmartAccounts({ records, clock, isOwnerOf }), auth: deps.auth }),
      createWitRoutes({ nlu: createNlu({ records, networks, clock, ids }) }),
    ],
  };
}
