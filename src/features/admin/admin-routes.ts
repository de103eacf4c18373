import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdMember, chainIdText, evmAddress, noList, upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import { type Network, networkSchema } from '../../market/networks/network.ts';
import { CATEGORIES } from '../../values/setting-categories.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import type { Guard } from './admin-guards.ts';
import { changedSchema, entrySchema, json, key, presentEntry, presentSetting, settingSchema } from './admin-schemas.ts';
import type { Admin } from './create-admin.ts';
import type { Audit } from './create-audit.ts';

export type AdminRoutesDeps = {
  /** Path prefix of the routes: `/admin`, or the prefix of the operators' copy of them. */
  readonly prefix: string;
  readonly guard: Guard;
  readonly admin: Admin;
  readonly audit: Pick<Audit, 'list'>;
  readonly settings: Pick<SystemSettings, 'list'>;
  readonly networks: Pick<Networks, 'list' | 'stored'>;
};

const changed = { 200: { description: 'The record before and after.', data: changedSchema } };
const httpUrl = v.pipe(v.string(), v.maxLength(500), v.regex(/^https?:\/\/\S+$/, 'Expected an http:// or https:// address.'));
const address = v.exactOptional(v.nullable(evmAddress));
const networkBody = v.object({
  show: v.exactOptional(v.boolean()),
  rpcUrls: v.exactOptional(v.pipe(v.array(httpUrl), v.maxLength(20))),
  launchpad: v.exactOptional(v.object({ enabled: v.boolean() })),
  contracts: v.exactOptional(v.object({ relayer: address, dcaVault: address, autopilotVault: address })),
});
const label = (most: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(most));
const tokenBody = v.object({
  ...{ chainId: chainIdMember, address: evmAddress, symbol: label(40), name: label(100) },
  logoURI: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
});
const tokenChange = v.object({
  hidden: v.exactOptional(v.boolean()),
  order: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/** Creates the routes by which admins change things while the service runs. Operators have the same routes under a separate prefix. */
export function createAdminRoutes({ prefix, guard, admin, audit, settings, networks }: AdminRoutesDeps): AnyElysia {
  const app = new Elysia({ name: `admin at ${prefix}`, prefix });
  const { reads, writes, callerOf } = guard;

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/settings', cost: 'operator' },
    summary: 'List the system settings',
    description:
      'All that this version knows, and unknown ones that are stored (`isKnown` false). A change is seen by all nodes within two seconds.',
    input: { query: v.object({ category: v.optional(v.picklist(CATEGORIES)) }) },
    responses: { 200: { description: 'The settings, by key.', data: v.array(settingSchema) } },
    async handle({ query: { category } }) {
      const all = await settings.list();
      return reply(all.filter((one) => category === undefined || one.category === category).map(presentSetting));
    },
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/settings/:key', cost: 'operator' },
    summary: 'Set a system setting',
    description: 'A wrong value is refused with the rule (400 `setting-value-refused`). An unknown key is kept, in `category`.',
    input: { params: v.object({ key }), body: v.object({ value: json, category: v.optional(v.picklist(CATEGORIES)) }) },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.setSetting(callerOf(request), params.key, body.value, body.category)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/settings/:key/reset', cost: 'operator' },
    summary: 'Reset a system setting',
    description: 'Removes the stored value, so that the default holds again.',
    input: { params: v.object({ key }) },
    responses: changed,
    handle: async ({ params, request }) => reply(await admin.resetSetting(callerOf(request), params.key)),
  });

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/networks', cost: 'operator' },
    summary: 'List all networks, shown or not',
    description: 'Records as stored, without what settings of the process replace.',
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
    description: '`rpcUrls` are the public endpoints that wallets are shown. Members that are left out stay as they are.',
    input: { params: v.object({ chainId: chainIdText }), body: v.intersect([networkBody, noList]) },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.changeNetwork(callerOf(request), params.chainId, body)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/tokens', cost: 'operator' },
    summary: 'Add a token',
    description: 'Its decimals are read from the chain.',
    input: { body: tokenBody },
    responses: changed,
    handle: async ({ body, request }) => reply(await admin.addToken(callerOf(request), body)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/tokens/:chainId/:token', cost: 'operator' },
    summary: 'Hide or rank a token',
    description: 'A hidden token is left out of lists, and is still found by its address.',
    input: {
      params: v.object({ chainId: chainIdText, token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) }),
      body: v.intersect([tokenChange, noList]),
    },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.changeToken(callerOf(request), params.chainId, params.token, body)),
  });

  addAuditRoute(app, guard, audit);
  return app;
}

function addAuditRoute(app: AnyElysia, { reads }: Guard, audit: Pick<Audit, 'list'>): void {
  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/audit', cost: 'operator' },
    summary: 'List what was changed, newest first',
    description: 'Entries are never changed or removed. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.',
    input: {
      query: v.object({ limit: v.optional(upTo200, '50'), cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))) }),
    },
    responses: { 200: { description: 'A page.', data: v.array(entrySchema) } },
    async handle({ query }) {
      const { entries, cursor } = await audit.list(query);
      return reply(entries.map(presentEntry), cursor === null ? {} : { headers: { 'x-next-cursor': cursor } });
    },
  });
}
