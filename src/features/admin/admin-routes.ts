import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { noList, upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { CATEGORIES } from '../../values/setting-categories.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import type { Guard } from './admin-guards.ts';
import { changed, entrySchema, json, key, presentEntry, presentSetting, settingSchema } from './admin-schemas.ts';
import { addCatalogRoutes } from './catalog-routes.ts';
import type { Admin } from './create-admin.ts';
import type { Audit } from './create-audit.ts';
import { readRewardRules, rewardRulesChange, rewardRulesSchema } from './reward-rules.ts';

export type AdminRoutesDeps = {
  /** Path prefix of the admin routes: `/admin`, or the separate prefix under which operators reach the same routes. */
  readonly prefix: string;
  readonly guard: Guard;
  readonly admin: Admin;
  readonly audit: Pick<Audit, 'list'>;
  readonly settings: Pick<SystemSettings, 'list'>;
  readonly networks: Pick<Networks, 'list' | 'stored'>;
  readonly tokens: Pick<Tokens, 'listOf'>;
};

/**
 * Creates the routes by which admins change settings, networks and tokens while the service runs. Operators have the same routes under a
 * separate prefix.
 */
export function createAdminRoutes({ prefix, guard, admin, audit, settings, networks, tokens }: AdminRoutesDeps): AnyElysia {
  const app = new Elysia({ name: `admin at ${prefix}`, prefix });
  const { reads, writes, callerOf } = guard;

  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/settings', cost: 'operator' },
    summary: 'List the system settings',
    description:
      'Returns all settings that this version of the service supports, and also stored settings that this version does not support (`isKnown` is false for these). A changed setting takes effect on all nodes within two seconds.',
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
    description:
      'An invalid value is refused with 400 `setting-value-refused`, and the error states the rule for valid values. A setting whose key is unknown to this version is stored in the given `category`.',
    input: { params: v.object({ key }), body: v.strictObject({ value: json, category: v.optional(v.picklist(CATEGORIES)) }) },
    responses: changed,
    handle: async ({ params, body, request }) => reply(await admin.setSetting(callerOf(request), params.key, body.value, body.category)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/settings/:key/reset', cost: 'operator' },
    summary: 'Reset a system setting',
    description: 'Removes the stored value of the setting, so that its default applies again.',
    input: { params: v.object({ key }) },
    responses: changed,
    handle: async ({ params, request }) => reply(await admin.resetSetting(callerOf(request), params.key)),
  });

  addRewardRoutes(app, guard, { admin, settings });
  addCatalogRoutes(app, guard, { admin, networks, tokens });
  addAuditRoute(app, guard, audit);
  return app;
}

function addRewardRoutes(
  app: AnyElysia,
  { reads, writes, callerOf }: Guard,
  { admin, settings }: Pick<AdminRoutesDeps, 'admin' | 'settings'>,
): void {
  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/reward-rules', cost: 'operator' },
    summary: 'Show the reward rules',
    description:
      'Returns how many points a token launch and a trade give, the maximum of these points per UTC day, and how many points a staked rocket (an NFT) gives at each level. Reward rules are stored as system settings.',
    input: {},
    responses: { 200: { description: 'The rules.', data: rewardRulesSchema } },
    handle: async () => reply(await readRewardRules(settings)),
  });

  addRoute(app, {
    ...{ ...writes, method: 'POST', path: '/reward-rules', cost: 'operator' },
    summary: 'Change reward rules',
    description:
      'Omitted members are not changed. `rocket.levels` replaces all levels. Each rule is a system setting, and each changed ' +
      'rule has its own entry in the audit log. A change applies to all points that are not awarded yet.',
    input: { body: v.intersect([rewardRulesChange, noList]) },
    responses: changed,
    handle: async ({ body, request }) => reply(await admin.changeRewardRules(callerOf(request), body)),
  });
}

function addAuditRoute(app: AnyElysia, { reads }: Guard, audit: Pick<Audit, 'list'>): void {
  addRoute(app, {
    ...{ ...reads, method: 'GET', path: '/audit', cost: 'operator' },
    summary: 'List administrative changes, newest first',
    description:
      'Entries of the audit log are never changed or removed. The header X-Next-Cursor contains the `cursor` of the next page, if there is one.',
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
