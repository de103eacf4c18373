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
  'Newest first, at most `limit` (200, additive). When there are more, the header X-Next-Cursor holds what to send as `cursor`. ' +
  '`status` (additive) lists only those of one status.';
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
      '`txHash` is a UUID that the client makes; PATCH /defi/transaction/hash/{hash} swaps in the real hash later. With the `quoteId` of a ' +
      'quote that is still kept (300 s), all that the quote says may be left out; without one, the chains, tokens and `amountIn` are needed. ' +
      'Amounts are base units as text. The same request again is answered with the same record (200); another one under the same UUID is 409.',
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
      'The path names the record by its UUID, or by the hash it has now. A hash may be replaced until its chain has shown the transaction from ' +
      "the record's wallet; then another one is 409, and so is a hash that another record has. Of a trade that its aggregator sends itself " +
      '(CoW Protocol, ChangeNOW) it may be the id of the order there instead: an order UID, an exchange id.',
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
      'Keeps what the body says (`status`, `destinationTxHash`) as `claimed`, has the trade looked at now, and answers with what is known ' +
      'then. Nobody has to prove anything here, so a claim is shown and not believed: a status comes from the chain or the aggregator alone.',
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
      'Looks at the newest 20 that are pending, or that were given up on (`status-unknown`), for at most 8 s; what is not known by then stays ' +
      `as it was. A trade that was looked at within 3 s is not looked at again. ${PAGES}`,
    input: { params: v.object({ walletAddress: walletText }), query: pageQuery },
    responses: { 200: list },
    handle: async ({ params, query }) => pageReply(await trades.refresh(params.walletAddress, query)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/tx/:hash',
    summary: 'Read a trade by its hash',
    description: 'Or by its UUID.',
    input: { params: v.object({ hash: transactionId }) },
    responses: { 200: one },
    handle: async ({ params }) => reply(await named('params.hash', trades.find(params.hash))),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/txHash/:txHash',
    summary: 'Read a trade by its hash (alternate)',
    description: 'As GET /defi/tx/{hash}.',
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
