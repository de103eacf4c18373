import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { named } from '../../../http/named.ts';
import { reply } from '../../../http/reply.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import { isUuid } from '../../../values/id-source.ts';
import { anyTransactionHash } from '../../../values/parse-transaction-hash.ts';
import type { TradesService } from '../create-trades-service.ts';
import {
  bridgeUpdateBody,
  createTransactionBody,
  readableParts,
  setHashBody,
  transactionId,
  transactionSchema,
} from './transaction-schemas.ts';

const one = { description: 'The record.', data: transactionSchema };

/** Adds the routes that create trade records and store clients' statements about them. */
export function addTradeWrites(app: AnyElysia, trades: TradesService): void {
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
    responses: { 200: { ...one, description: 'The existing record.' }, 201: one },
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
      "transaction of the record's wallet; afterwards another hash is refused with 409, and so is the hash of another record. For a trade that its " +
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
}

/**
 * Checks a record's id.
 * @throws InvalidInputError unless the text is a UUID or a transaction hash
 */
function requireId(path: string, text: string): void {
  if (isUuid(text) || anyTransactionHash(text) !== null) return;
  const message = 'Expected the UUID of a record, or the hash of its transaction.';
  throw new InvalidInputError([{ path, code: 'invalid-hash', message }], { code: 'invalid-hash', message });
}
