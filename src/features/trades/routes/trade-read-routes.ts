import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { named } from '../../../http/named.ts';
import { reply } from '../../../http/reply.ts';
import { walletText } from '../../../http/wallet-text.ts';
import type { TradeList, TradesService } from '../create-trades-service.ts';
import { pageQuery, transactionId, transactionSchema } from './transaction-schemas.ts';

const PAGES =
  'Newest first, at most `limit` records (optional, 200). If there are more, the header X-Next-Cursor contains the `cursor` ' +
  'of the next page. `status` (optional) lists only records with this status.';
const one = { description: 'The record.', data: transactionSchema };
const list = { description: 'The records.', data: v.array(transactionSchema) };

/**
 * Adds the routes that list the trades of a wallet. Each route exists under two prefixes: under `/defi`, and under a separate prefix that
 * the API specification mentions without describing its routes.
 */
export function addWalletReads(app: AnyElysia, trades: TradesService): void {
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/transaction/:walletAddress',
    summary: "List a wallet's trades",
    description: PAGES,
    input: { params: v.object({ walletAddress: walletText }), query: pageQuery },
    responses: { 200: list },
    handle: async ({ params, query }) => pageReply(await trades.list(params.walletAddress, query)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/transaction/:walletAddress/:id',
    summary: "Read one of a wallet's trades",
    description: '`id` is the UUID or the transaction hash of the trade.',
    input: { params: v.object({ walletAddress: walletText, id: transactionId }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await named('params.id', trades.ofWallet(params.walletAddress, params.id))),
  });
}

/** Adds the routes that read trades. `GET /txn/:walletAddress` first checks on the chains whether the wallet's pending trades have ended. */
export function addTradeReads(app: AnyElysia, trades: TradesService): void {
  addWalletReads(app, trades);

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    keeps: true,
    path: '/txn/:walletAddress',
    summary: "Check a wallet's pending trades and list all",
    description:
      'Checks the newest 20 records that are pending or have the status `status-unknown`, for at most 8 s; the others stay as ' +
      `they are. A record that was checked less than 3 s ago is not checked again. ${PAGES}`,
    input: { params: v.object({ walletAddress: walletText }), query: pageQuery },
    responses: { 200: list },
    handle: async ({ params, query }) => pageReply(await trades.refresh(params.walletAddress, query)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/tx/:hash',
    summary: 'Read a trade by its hash',
    description: 'The UUID of the record is accepted as well.',
    input: { params: v.object({ hash: transactionId }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await named('params.hash', trades.find(params.hash))),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/txHash/:txHash',
    summary: 'Read a trade by its hash (alternate)',
    description: 'The same as GET /defi/tx/{hash}.',
    input: { params: v.object({ txHash: transactionId }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await named('params.txHash', trades.find(params.txHash))),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/tx/wallet/:address',
    summary: "Read a wallet's most recent trade",
    input: { params: v.object({ address: walletText }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await trades.newest(params.address)),
  });
}

function pageReply({ trades, cursor }: TradeList) {
  return reply(trades, cursor === null ? {} : { headers: { 'x-next-cursor': cursor } });
}
