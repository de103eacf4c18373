import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { isUnchanged } from '../../http/is-unchanged.ts';
import { type BareReply, bareReply, reply, type SerialisedReply, serialisedReply } from '../../http/reply.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { SerialisedList, TokenList } from '../../market/tokens/create-token-list.ts';
import { tokenSchema } from '../../market/tokens/token.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { publicNetwork, publicNetworkSchema } from './public-network.ts';

/** An entry of a contract's ABI. */
export type AbiItem = { readonly type: string };

export type CommonDeps = {
  readonly tokenList: TokenList;
  readonly networks: Networks;
  /** Contract ABIs for clients, by contract name (`DcaVault`). */
  readonly abis: ReadonlyMap<string, readonly AbiItem[]>;
};

/** A chain id is a positive integer. Any other value is answered with the status 400, and a chain that does not exist with 404. */
const chainIdSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9][0-9]{0,15}$/, 'Expected a chain id: a positive whole number, such as 137.'),
  v.transform(Number),
  v.safeInteger('Expected a chain id below 2^53.'),
);

/**
 * The HTTP header `no-cache` lets a client store the token list, but the client must ask before each use whether the list has changed, so
 * changes are visible at once. If it has not changed, the reply has no body.
 */
const REVALIDATE = 'public, no-cache';

/**
 * Creates the routes `GET /api/common/token/:chainId`, `/network` and `/abi/:contract`; the last two are our additions (domain decisions,
 * "Names").
 */
export function createCommonRoutes(deps: CommonDeps): AnyElysia {
  const { tokenList, networks } = deps;
  const abis = new Map([...deps.abis].map(([name, abi]) => [name.toLowerCase(), { name, abi }]));
  const app = new Elysia({ name: 'common', prefix: '/common' });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/token/:chainId',
    summary: 'List the tokens of a chain',
    description:
      'Tokens with an `order` come first, ascending, then the rest in natural order. `chainId` is the EVM chain id, 102 for ' +
      'Solana, 728126428 for TRON. The list is cached for 300 s and has an ETag: send it as If-None-Match, and an unchanged list ' +
      'is answered with 304.',
    input: { params: v.object({ chainId: chainIdSchema }) },
    responses: {
      200: { description: 'The tokens.', data: v.array(tokenSchema) },
      304: { description: 'The token list has not changed since the ETag in the request; no body.' },
    },
    handle({ params, request }) {
      const recent = tokenList.recent(params.chainId);
      // When the token list is in memory, the answer needs no promise. This matters because every client sends this request first and
      // often.
      return recent === null ? tokenList.get(params.chainId).then((list) => listReply(list, request)) : listReply(recent, request);
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/network',
    summary: 'List the chains',
    description: "Lists each chain with its name, native currency, public RPC endpoints, explorer, and the service's contracts.",
    input: {},
    responses: { 200: { description: 'The chains, by id.', data: v.array(publicNetworkSchema) } },
    async handle() {
      const all = await networks.list();
      return reply(all.filter((network) => network.show).map(publicNetwork));
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/abi/:contract',
    summary: 'Read the ABI of a contract',
    description: `Contract names in any casing: ${[...deps.abis.keys()].join(', ')}.`,
    input: { params: v.object({ contract: v.string() }) },
    responses: { 200: { description: 'The ABI.', data: v.array(v.looseObject({ type: v.string() })) } },
    handle({ params }) {
      const found = abis.get(params.contract.toLowerCase());
      if (found !== undefined) return reply(found.abi);
      const known = [...deps.abis.keys()];
      throw new TerminalError({
        code: 'abi-not-found',
        message: `This contract is not known. Accepted: ${known.join(', ')}.`,
        status: 404,
        details: { known },
      });
    },
  });

  return app;
}

function listReply(list: SerialisedList, request: Request): SerialisedReply | BareReply<304> {
  const { body, etag } = list;
  if (isUnchanged(request.headers.get('if-none-match'), etag)) {
    return bareReply(null, { status: 304, headers: { etag, 'cache-control': REVALIDATE } });
  }
  return serialisedReply(body, headersOf(list));
}

const listHeaders = new WeakMap<SerialisedList, Readonly<Record<string, string>>>();

/** Returns the same frozen headers object for the same token list, so that the server prepares its headers only once. */
function headersOf(list: SerialisedList): Readonly<Record<string, string>> {
  const known = listHeaders.get(list);
  if (known !== undefined) return known;
  const headers = Object.freeze({ etag: list.etag, 'cache-control': REVALIDATE, 'content-type': 'application/json;charset=utf-8' });
  listHeaders.set(list, headers);
  return headers;
}
