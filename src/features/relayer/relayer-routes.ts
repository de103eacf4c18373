import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdMember, chainIdText, evmAddress } from '../../http/fields.ts';
import { CALLDATA_BODY_BYTES } from '../../http/read-body.ts';
import { readQuery } from '../../http/read-query.ts';
import { reply } from '../../http/reply.ts';
import { isBaseUnits } from '../../values/base-units.ts';
import type { Relayer } from './create-relayer.ts';

const MAX_CALLDATA = 200_000;

/**
 * An unsigned 256-bit amount as a decimal string, in the notation that the route for building a transaction returns. A JSON number is
 * accepted only if it is exact.
 */
const uint256 = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0))], 'Expected a whole number as decimal text.'),
  v.transform(String),
  // Format and range of the amount are validated in one check. With two checks, the second one would run even if the first has failed, and
  // could fail on invalid text.
  v.check((text) => isBaseUnits(text), 'Expected a whole number below 2^256 as decimal text, without sign, exponent or leading zeros.'),
);

const calldata = v.pipe(
  v.string(),
  v.maxLength(MAX_CALLDATA),
  v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Expected calldata: 0x and an even number of hex digits.'),
);

const metaTransaction = v.object({
  from: evmAddress,
  fromToken: evmAddress,
  amountIn: uint256,
  toToken: evmAddress,
  amountOutMin: uint256,
  recipient: evmAddress,
  target: evmAddress,
  spender: evmAddress,
  data: calldata,
  value: uint256,
  nonce: uint256,
  deadline: uint256,
});

const text = v.string();

const relayerTransaction = v.object({
  approvalData: v.nullable(text),
  executeData: text,
  value: text,
  to: text,
  approvals: v.nullable(v.array(v.object({ to: text, data: text, value: text }))),
  metaTx: v.record(text, text),
  signature: text,
});

/** Creates the routes `POST /defi/sign` and `GET /defi/relayer/tx/data` (API specification, "Build, sign, relayer data"). */
export function createRelayerRoutes(deps: { relayer: Pick<Relayer, 'sign' | 'transactionOf'> }): AnyElysia {
  const { relayer } = deps;
  const app = new Elysia({ name: 'relayer', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/sign',
    summary: 'Sign a meta-transaction',
    description:
      "Returns a signature (EIP-712) which proves that this service built the trade. `metaTx` comes from the build of a quote, and the reply's `data` is " +
      'the second argument of `executeMetaTransactionSwap`. The wallet remains the sender and pays the gas. Nonce and deadline ' +
      'may be changed (within an hour), and `amountOutMin` may be raised. 422: `no-relayer`, `unknown-transaction`, ' +
      '`transaction-mismatch`, `invalid-deadline`.',
    maxBodyBytes: CALLDATA_BODY_BYTES,
    input: {
      body: v.object({
        metaTx: metaTransaction,
        chainId: v.union([chainIdMember, chainIdText], 'Expected a chain id: a whole number above 0, such as 137.'),
      }),
    },
    responses: { 201: { description: 'The signature, 65 bytes in hex.', data: text } },
    handle: async ({ body }) => reply(await relayer.sign(body), { status: 201 }),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/relayer/tx/data',
    summary: 'Build and sign a quote for the relayer',
    description:
      '`id` is the `id` of a quote; any parameter of the quote request replaces the original one, as for `/defi/swap/:id`. The ' +
      'quote is built and signed. The wallet sends the `approvals` in their order (`approvalData` is the last of them; null: ' +
      'none is needed), then `executeData` with `value` to `to`. (The route is at its intended path, which clients of the ' +
      'original could not reach.)',
    input: {
      query: v.looseObject({ id: v.pipe(v.string(), v.nonEmpty('Expected the id of a quote.'), v.maxLength(100)) }),
    },
    responses: { 200: { description: 'The data that the wallet sends.', data: relayerTransaction } },
    async handle({ query, request }) {
      const { id: _, ...overrides } = readQuery(request.url);
      const { approvals, ...rest } = await relayer.transactionOf(query.id, overrides, request.signal);
      return reply({ ...rest, approvals: approvals === null ? null : [...approvals] });
    },
  });

  return app;
}
