import { type AnyElysia, Elysia } from 'elysia';
import type { TradesService } from '../create-trades-service.ts';
import { addTradeReads, addWalletReads } from './trade-read-routes.ts';
import { addTradeWrites } from './trade-write-routes.ts';

/**
 * The nine transaction routes (interface document, "Transactions"). They need no authentication, as documented: clients' statements are
 * shown but never change a status, which comes from chains and aggregators only.
 */
export function createTransactionRoutes({ trades }: { trades: TradesService }): AnyElysia {
  const app = new Elysia({ name: 'transactions', prefix: '/defi' });
  addTradeWrites(app, trades);
  addTradeReads(app, trades);
  return app;
}

/** The trades of a wallet at the mount `/transaction`, an addition: the interface document shows only its name. */
export function createTransactionMount({ trades }: { trades: TradesService }): AnyElysia {
  const app = new Elysia({ name: 'transaction-mount' });
  addWalletReads(app, trades);
  return app;
}
