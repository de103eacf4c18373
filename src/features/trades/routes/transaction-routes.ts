import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { named } from '../../../http/named.ts';
import { type Reply, reply } from '../../../http/reply.ts';
import { walletText } from '../../../http/wallet-text.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { isUuid } from '../../../values/id-source.ts';
import { anyTransactionHash } from '../../../values/parse-transaction-hash.ts';
import type { TradeList, TradesService } from '../create-trades-service.ts';
import {
  bridgeUpdateBody,
  createTransactionBody,
  pageQuery,
  readableParts,
  setHashBody,
  transactionId,
  transactionSchema,
} from './transaction-schemas.ts';

const PAGES =
  'Newest first, at most `limit` records (optional, 200). If there are more, the header X-Next-Cursor contains the `cursor` ' +
  'of the next page. `status` (optional) lists only records with this status.';
const one = { description: 'The record.', data: transactionSchema };
const list = { description: 'The records.', data: v.array(transactionSchema) };

/**
 * The nine transaction routes (interface document, "Transactions"). They need no authentication, as documented: clients' statements are
 * shown but never change a status, which comes from chains and aggregators only.
 */
export function createTransactionRoutes(deps: { trades: TradesService }): AnyElysia {
  const { trades } = deps;
  const app = new Elysia({ name: 'transactions', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/transaction',
    summary: 'Record a trade',
    description:
      '`txHash` is a UUID that the client creates; PATCH /defi/transaction/hash/{hash} replaces it by the real hash later. With ' +
      'the `quoteId` of a quote that is still stored (300 s), all fields of the quote are optional; without it, the chains, ' +
      'tokens and `amountIn` are required. Amounts are base units as text. The same request again returns the same record (200); ' +
      'a different one with the same UUID is 409.',
    input: { body: createTransactionBody },
    explainInvalid: ({ body }, problems) => trades.explain(readableParts(body), problems),
    responses: { 200: { ...one, description: 'The record that exists already.' }, 201: one },
    async handle({ body }) {
      const { trade, isNew } = await trades.create(body);
      return reply(trade, { status: isNew ? 201 : 200 });
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'PATCH',
    path: '/transaction/hash/:hash',
    summary: 'Set the transaction hash of a record',
    description:
      'The path names the record by its UUID, or by its current hash. A hash may be replaced until the chain has shown a ' +
      "transaction of the record's wallet; afterwards another hash is 409, as is a hash of another record. For a trade that its " +
      "aggregator sends itself (CoW Protocol, ChangeNOW), the order's id there is accepted instead: an order UID, an exchange id.",
    input: { params: v.object({ hash: transactionId }), body: setHashBody },
    responses: { 200: one },
    async handle({ params, body }) {
      requireId('params.hash', params.hash);
      return reply(await named('body.txHash', trades.setHash(params.hash, body.txHash)));
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'PATCH',
    path: '/transaction/update',
    summary: 'Report an update of a bridge trade',
    description:
      'Stores the reported fields (`status`, `destinationTxHash`) as `claimed`, checks the trade at once, and returns its ' +
      'record. Reports are not verified, so they are shown but do not change the status: only the chain or the aggregator ' +
      'decides it.',
    input: { body: bridgeUpdateBody },
    responses: { 200: one },
    handle: async ({ body }) => reply(await named('body.txHash', trades.claim(body.txHash, body))),
  });

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
    description: 'By its UUID or its hash.',
    input: { params: v.object({ walletAddress: walletText, id: transactionId }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await named('params.id', trades.ofWallet(params.walletAddress, params.id))),
  });

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

  return app;
}

/** Checks a record's id. @throws InvalidInputError unless the text is a UUID or a transaction hash */
function requireId(path: string, text: string): void {
  if (isUuid(text) || anyTransactionHash(text) !== null) return;
  const message = 'Expected the UUID of a record, or the hash of its transaction.';
  throw new InvalidInputError([{ path, code: 'invalid-hash', message }], { code: 'invalid-hash', message });
}

function pageReply({ trades, cursor }: TradeList): Reply {
  return reply(trades, cursor === null ? {} : { headers: { 'x-next-cursor': cursor } });
}
