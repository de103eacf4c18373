import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdMember, chainIdText, evmAddress, noList, upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import { type Network, networkSchema } from '../../market/networks/network.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenSchema } from '../../market/tokens/token.ts';
import type { Guard } from './admin-guards.ts';
import { changed } from './admin-schemas.ts';
import { type Admin, chainNotFound } from './create-admin.ts';

const httpUrl = v.pipe(v.string(), v.maxLength(500), v.regex(/^https?:\/\/\S+$/, 'Expected an http:// or https:// URL.'));
const address = v.exactOptional(v.nullable(evmAddress));
const networkBody = v.strictObject({
  show: v.exactOptional(v.boolean()),
  rpcUrls: v.exactOptional(v.pipe(v.array(httpUrl), v.maxLength(20))),
  launchpad: v.exactOptional(v.strictObject({ enabled: v.boolean() })),
  contracts: v.exactOptional(v.strictObject({ relayer: address, dcaVault: address, autopilotVault: address, rocketStaking: address })),
});
const label = (most: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(most));
const tokenBody = v.strictObject({
  ...{ chainId: chainIdMember, address: evmAddress, symbol: v.exactOptional(label(40)), name: v.exactOptional(label(100)) },
  logoURI: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
});
const tokenChange = v.strictObject({
  hidden: v.exactOptional(v.boolean()),
  order: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

const tokensQuery = v.object({
  search: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100), v.toLowerCase())),
  hidden: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  ),
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/, 'Expected the cursor that the previous page returned.'), v.transform(Number)),
  ),
});

/** Adds the admin routes for networks and tokens. */
export function addCatalogRoutes(
  app: AnyElysia,
  { reads, writes, callerOf }: Guard,
  deps: {
    readonly admin: Pick<Admin, 'changeNetwork' | 'addToken' | 'changeToken'>;
    readonly networks: Pick<Networks, 'list' | 'stored'>;
    readonly tokens: Pick<Tokens, 'listOf'>;
  },
): void {
  const { admin, networks, tokens } = deps;

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/networks', cost: 'operator' },
    summary: 'List all networks, including hidden ones',
    description:
      'Returns the stored records of the networks. The settings of a node can override some of these values; the reply contains the stored values, not the overriding ones.',
    input: {},
    responses: { 200: { description: 'The networks, by id.', data: v.array(networkSchema) } },
    async handle() {
      const stored = await Promise.all((await networks.list()).map(({ id }) => networks.stored(id)));
      return reply(stored.filter((network): network is Network => network !== null));
    },
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/networks/:chainId', cost: 'operator' },
    summary: 'Change a network',
    description: '`rpcUrls` are the public RPC endpoints that the service offers to wallets. Omitted members are not changed.',
    input: { params: v.object({ chainId: chainIdText }), body: v.intersect([networkBody, noList]) },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.changeNetwork(callerOf(request), params.chainId, body)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/tokens', cost: 'operator' },
    summary: 'Add a token',
    description:
      'The decimals of the token are read from its contract. The symbol and the name are also read from the contract, unless the request contains them.',
    input: { body: tokenBody },
    responses: changed,
    handle: async ({ body, request }) => reply(await admin.addToken(callerOf(request), body)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/tokens/:chainId/:token', cost: 'operator' },
    summary: 'Hide or rank a token',
    description:
      'A hidden token is omitted from token lists, but clients can still find it by its address. `order` is the rank of the token in token lists.',
    input: {
      params: v.object({ chainId: chainIdText, token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) }),
      body: v.intersect([tokenChange, noList]),
    },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.changeToken(callerOf(request), params.chainId, params.token, body)),
  });

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/tokens/:chainId', cost: 'operator' },
    summary: 'List all tokens, including hidden ones',
    description:
      'Returns the tokens of a chain in the order of token lists. `search` is a part of a symbol or name, or the beginning of an ' +
      'address. `hidden=true` returns only hidden tokens, and `hidden=false` only visible tokens. The header X-Next-Cursor ' +
      'contains the `cursor` of the next page, if there is one.',
    input: { params: v.object({ chainId: chainIdText }), query: tokensQuery },
    responses: { 200: { description: 'A page.', data: v.array(tokenSchema) } },
    async handle({ params: { chainId }, query: { search, hidden, limit, cursor = 0 } }) {
      if ((await networks.stored(chainId)) === null) throw chainNotFound();
      const found = (await tokens.listOf(chainId)).filter(
        (token) =>
          (hidden === undefined || (token.hidden === true) === hidden) &&
          (search === undefined ||
            token.symbol.toLowerCase().includes(search) ||
            token.name.toLowerCase().includes(search) ||
            token.address.toLowerCase().startsWith(search)),
      );
      const end = cursor + limit;
      return reply(found.slice(cursor, end), found.length > end ? { headers: { 'x-next-cursor': String(end) } } : {});
    },
  });
}
