import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { evmAddress } from '../../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import type { DcaService } from '../create-dca-service.ts';
import { anyFields, asHeldNumbers, createBody, namedTokens, positionIdText, recordId } from './dca-inputs.ts';
import { dcaFillSchema, dcaRecordSchema } from './dca-schemas.ts';

const byId = v.object({ dcaId: recordId });
const done = v.object({ success: v.literal(true) });

/**
 * Creates the six DCA routes (API specification, "DCA"). They need no authentication, because nothing that they write makes the executor
 * spend funds or prevents it from executing orders.
 */
export function createDcaRoutes(deps: { dca: DcaService; limits?: RouteLimits }): AnyElysia {
  const { dca, limits = unlimited } = deps;
  const app = new Elysia({ name: 'dca', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/create-position',
    summary: 'Record a DCA position',
    description:
      '`amount` is the total budget in whole tokens. `frequency` is the number of orders, and `interval` is the total time of ' +
      'all orders in seconds. `chainId` is an object with a `chainId` member. The record is linked to the on-chain position ' +
      'after the wallet has opened the position in the vault.',
    input: { body: createBody },
    explainInvalid: async ({ body }, problems) => dca.refuseInvalid(namedTokens(body), problems),
    rateLimit: limits.perMinute('create-position'),
    responses: { 201: { description: 'The record.', data: dcaRecordSchema } },
    handle: async ({ body }) => reply(await dca.create({ ...body, chainId: body.chainId ?? null }), { status: 201 }),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/update-position/:dcaId',
    summary: 'Merge fields into a DCA record',
    description:
      'Accepts any fields except `_id`, `id`, and names with "$" or ".". A given value of a field that the chain determines ' +
      '(such as status or processed) is shown only until the service has read the chain again. `status: "success"` makes the ' +
      'service read the vault at once.',
    input: { params: v.object({ dcaId: recordId }), body: anyFields },
    hasExactNumbers: true,
    responses: { 201: { description: 'Merged.', data: done } },
    async handle({ params, body }) {
      await dca.update(params.dcaId, asHeldNumbers(body));
      return reply({ success: true }, { status: 201 });
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/get-position',
    summary: "List a wallet's DCA records",
    description:
      'The status `active` lists all open records: those with the status pending, success or active. The reply contains at most ' +
      '256 KB of merged fields; the fields of linked records come first.',
    input: {
      query: v.object({
        walletAddress: evmAddress,
        status: v.optional(v.picklist(['all', 'active', 'completed', 'cancelled']), 'all'),
      }),
    },
    responses: { 200: { description: 'The records.', data: v.array(dcaRecordSchema) } },
    handle: async ({ query }) => reply(await dca.list(query.walletAddress, query.status)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/dca-fills',
    summary: "List a wallet's executed orders",
    description:
      '`isFinal` is false as long as a reorg (a change of the last blocks of the chain) may still undo the order. It becomes true when `confirmations` reaches the number that the network requires.',
    input: { query: v.object({ walletAddress: evmAddress, positionId: v.optional(positionIdText) }) },
    responses: { 200: { description: 'The fills.', data: v.array(dcaFillSchema) } },
    handle: async ({ query }) => reply(await dca.fills(query.walletAddress, query.positionId ?? null)),
  });

  addStatusRoutes(app, dca);
  return app;
}

/** Adds the routes by which a client sets the status of a DCA record. The status applies until the chain is read the next time. */
function addStatusRoutes(app: AnyElysia, dca: DcaService): void {
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/cancel-dca',
    summary: "Set a record's status to cancelled",
    description:
      'Changes only the record. To cancel the position on chain, the owner must send a transaction. The service reads the ' +
      'resulting status from the chain, usually within a minute.',
    input: { body: byId },
    responses: { 201: { description: 'Flipped.', data: done } },
    async handle({ body }) {
      await dca.cancel(body.dcaId);
      return reply({ success: true }, { status: 201 });
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/claim-dca',
    summary: "Set a record's status to completed",
    description:
      'Changes only the record. To claim the tokens on chain, the owner must send a transaction. The service reads the resulting ' +
      'status from the chain, usually within a minute.',
    input: { body: byId },
    responses: { 201: { description: 'Flipped.', data: done } },
    async handle({ body }) {
      await dca.claim(body.dcaId);
      return reply({ success: true }, { status: 201 });
    },
  });
}
