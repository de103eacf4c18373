import { type AnyElysia, Elysia } from 'elysia';
import type { TradesService } from '../create-trades-service.ts';
import { addTradeReads, addWalletReads } from './trade-read-routes.ts';
import { addTradeWrites } from './trade-write-routes.ts';

/**
 * Creates the nine transaction routes (API specification, "Transactions"). As documented, they need no authentication: clients' statements
 * are shown but never change a status, which depends only on chains and aggregators.
 */
export function createTransactionRoutes({ trades }: { trades: TradesService }): AnyElysia {
  const app = new Elysia({ name: 'transactions', prefix: '/defi' });
  addTradeWrites(app, trades);
  addTradeReads(app, trades);
  return app;
}

/**
 * Creates the routes for the trades of a wallet under `/transaction`. The API specification mentions this prefix without describing its
 * routes.
 */
export function createTransactionMount({ trades }: { trades: TradesService }): AnyElysia {
  const app = new Elysia({ name: 'transaction-mount' });
  addWalletReads(app, trades);
  return app;
}
