import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { describedAs } from '../../../http/described-as.ts';
import { amount, evmAddress } from '../../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import { InvalidInputError, type Problem } from '../../../values/errors/invalid-input-error.ts';
import { asExactJson, isExactObject, isHeldExactly, keptNumberOf } from '../../../values/exact-json.ts';
import type { Json, JsonObject } from '../../../values/json.ts';
import type { DcaService } from '../create-dca-service.ts';
import { dcaFillSchema, dcaRecordSchema } from './dca-schemas.ts';

const MAX_TEXT = 200;
const MAX_PROBLEMS = 100;

const wholeFromOne = (what: string) => v.pipe(v.number(), v.safeInteger(), v.minValue(1, `Expected ${what}: a whole number from 1.`));

/**
 * Documented as an object with a `chainId` member. A bare number has no such member, so both token look-ups fail with 400 and their
 * documented messages, which the service produces.
 */
const chainIdObject = v.pipe(
  v.optional(v.unknown()),
  describedAs(v.object({ chainId: v.union([v.number(), v.string()]) })),
  v.transform(chainIdIn),
);

const createBody = v.object({
  fromToken: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  toToken: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  amount,
  frequency: wholeFromOne('the number of orders'),
  interval: wholeFromOne('the total window in seconds'),
  walletAddress: evmAddress,
  chainId: chainIdObject,
  isAutoBuy: v.optional(v.boolean(), true),
  timeFrame: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_TEXT))), null),
});

const anyFields = v.pipe(
  v.custom<JsonObject>(isExactObject, 'Expected an object with the fields to merge.'),
  describedAs(v.record(v.string(), v.unknown())),
);

const recordId = v.pipe(v.string(), v.maxLength(MAX_TEXT));
const byId = v.object({ dcaId: recordId });
const done = v.object({ success: v.literal(true) });

/** Empty text means all positions, as documented. */
const positionIdText = v.pipe(
  v.string(),
  v.regex(/^ *[0-9]{0,15} *$/, 'Expected a position id: a whole number, or empty text for all.'),
  v.transform((text) => (text.trim() === '' ? null : Number(text))),
);

/**
 * The six DCA routes (interface document, "DCA"). They need no authentication: nothing they write makes the executor spend funds or stops
 * it from doing so.
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
      '`amount` is the total budget in human units, `frequency` the number of orders, `interval` the total window in seconds, `chainId` an ' +
      'object with a `chainId` member. The record is linked to the position once the wallet has opened it in the vault.',
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
      'Accepts any fields except `_id`, `id`, and names with "$" or ".". Fields that the chain decides (status, processed, ...) ' +
      'are shown until the chain has been read again. `status: "success"` makes the service read the vault at once.',
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
      '`active` lists all open records: pending, success and active. Merged fields are shown up to 256 KB in total, those of ' +
      'linked records first.',
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
    description: '`isFinal` is false while a reorg may still undo the fill, until `confirmations` reach the depth of its network.',
    input: { query: v.object({ walletAddress: evmAddress, positionId: v.optional(positionIdText) }) },
    responses: { 200: { description: 'The fills.', data: v.array(dcaFillSchema) } },
    handle: async ({ query }) => reply(await dca.fills(query.walletAddress, query.positionId ?? null)),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/cancel-dca',
    summary: "Set a record's status to cancelled",
    description:
      'Changes only the record. The owner cancels the position with a transaction, and the next tick reads the status from the ' + 'chain.',
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
      'Changes only the record. The owner claims the tokens with a transaction, and the next tick reads the status from the ' + 'chain.',
    input: { body: byId },
    responses: { 201: { description: 'Flipped.', data: done } },
    async handle({ body }) {
      await dca.claim(body.dcaId);
      return reply({ success: true }, { status: 201 });
    },
  });

  return app;
}

/** Converts exact numbers to doubles. @throws InvalidInputError for a number that would lose digits */
function asHeldNumbers(fields: JsonObject): JsonObject {
  const lost: Problem[] = [];
  const held = (value: unknown, path: string): Json => {
    const kept = keptNumberOf(value);
    if (kept !== null) {
      if (!isHeldExactly(kept))
        lost.push({ path, code: 'number-loses-digits', message: 'This number has too many digits for a JSON number: send it as text.' });
      return Number(kept);
    }
    if (Array.isArray(value)) return value.map((item, i) => held(item, `${path}.${i}`));
    return isObject(value) ? membersHeld(value, path) : asExactJson(value);
  };
  const membersHeld = (members: object, path: string): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, held(value, `${path}.${name.slice(0, MAX_TEXT)}`)]));
  const result = membersHeld(fields, 'body');
  if (lost.length > 0) throw new InvalidInputError(lost.slice(0, MAX_PROBLEMS));
  return result;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Reads the tokens named by an otherwise invalid body. */
function namedTokens(body: unknown): { readonly chainId: number | null; readonly fromToken: unknown; readonly toToken: unknown } {
  const { chainId, fromToken, toToken }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  return { chainId: chainIdIn(chainId), fromToken, toToken };
}

function chainIdIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('chainId' in value)) return null;
  const { chainId } = value;
  if (typeof chainId === 'string' && /^[1-9][0-9]{0,14}$/.test(chainId)) return Number(chainId);
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}
