import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { noList } from '../../http/fields.ts';
import { bareReply, reply } from '../../http/reply.ts';
import { contextOf } from '../../http/request-context.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { StoredAccount } from './account.ts';
import type { Accounts } from './create-accounts.ts';
import { exportStream } from './export-stream.ts';
import { preferenceFields } from './preference-fields.ts';
import { presentSession, sessionSchema } from './present-account.ts';
import type { Sessions } from './sessions/create-sessions.ts';
import type { WalletRecords } from './wallet-records.ts';

const preferencesSchema = v.object({
  displayCurrency: v.string(),
  quietHours: v.nullable(v.object({ from: v.string(), to: v.string(), timeZone: v.string() })),
});
const profileSchema = v.object({
  wallet: v.string(),
  isAdmin: v.boolean(),
  createdAt: v.string(),
  signedInAt: v.string(),
  preferences: preferencesSchema,
  sessions: v.array(sessionSchema),
});
const deletedSchema = v.object({
  deleted: v.pipe(v.record(v.string(), v.number()), v.description('For each kind of record (collection), the number of deleted records.')),
  sessionsEnded: v.number(),
  kept: v.pipe(
    v.record(v.string(), v.number()),
    v.description('The number of records of each kind that are kept, because they repeat on-chain data or were paid for.'),
  ),
});

export type UserRoutesDeps = {
  readonly accounts: Accounts;
  readonly sessions: Pick<Sessions, 'list' | 'endAll'>;
  readonly records: WalletRecords;
  readonly isAdmin: (wallet: Address) => boolean;
  /** Returns the currency in which amounts are shown to wallets that have not chosen a currency. */
  readonly usualCurrency: () => string;
  readonly auth: Pick<BearerAuth, 'user'>;
  readonly clock: Clock;
  readonly log: Log;
};

/** Creates the routes where a signed-in wallet manages its own data. The API specification defines only their path prefix. */
export function createUserRoutes(deps: UserRoutesDeps): AnyElysia {
  const { accounts, sessions, records, isAdmin, auth, clock, log } = deps;
  const app = new Elysia({ name: 'user', prefix: '/user' });
  const bearer = auth.user;

  const presentPreferences = ({ preferences }: Pick<StoredAccount, 'preferences'>): v.InferOutput<typeof preferencesSchema> => ({
    displayCurrency: preferences.displayCurrency ?? deps.usualCurrency(),
    quietHours: preferences.quietHours,
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '', cost: 'cheap', bearer },
    summary: "Read the wallet's profile",
    description: 'The profile contains the preferences of the wallet and its open sessions, newest session first.',
    input: {},
    responses: { 200: { description: 'The profile.', data: profileSchema } },
    async handle({ authWallet: wallet, sessionId }) {
      const [found, open] = await Promise.all([accounts.find(wallet), sessions.list(wallet)]);
      // The account was removed because too many accounts were stored, but the wallet's session is still open. Therefore the account is
      // created again.
      const account = found ?? (await accounts.prefer(wallet, {}));
      return reply({
        ...{ wallet, isAdmin: isAdmin(wallet), preferences: presentPreferences(account) },
        ...{ createdAt: isoOf(account.createdAtMs), signedInAt: isoOf(account.signedInAtMs) },
        sessions: open.map((session) => presentSession(session, sessionId)),
      });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'PATCH', path: '/preferences', cost: 'limited', bearer },
    summary: "Change the wallet's preferences",
    description: 'Omitted preferences are not changed; null resets a preference to its default.',
    input: { body: v.pipe(v.intersect([v.strictObject(preferenceFields), noList])) },
    responses: { 200: { description: 'All preferences.', data: preferencesSchema } },
    async handle({ body, authWallet }) {
      const { displayCurrency, quietHours } = body;
      const changed = await accounts.prefer(authWallet, {
        ...(displayCurrency === undefined ? {} : { displayCurrency }),
        ...(quietHours === undefined ? {} : { quietHours }),
      });
      return reply(presentPreferences(changed));
    },
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/export', cost: 'limited', bearer },
    summary: 'Export everything kept about the wallet',
    description:
      'Returns one JSON object with `wallet`, `exportedAt` and `parts`, without the usual envelope of replies. Each part ' +
      'contains the documents of one collection, or the actors of one type. If the export cannot be completed, the connection ' +
      'ends with an error.',
    input: {},
    responses: {
      200: { description: 'The export.', data: v.looseObject({ wallet: v.string() }), bare: { contentType: 'application/json' } },
    },
    handle({ authWallet: wallet, request }) {
      const head = { wallet, exportedAt: isoOf(clock.now()) };
      const onError = (error: unknown) => log.warn('Export of a wallet interrupted', { error });
      const stream = exportStream(head, records.pages(wallet), { closing: contextOf(request).closing, onError });
      return bareReply(stream, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'DELETE', path: '', cost: 'limited', keeps: false, bearer },
    summary: "Delete the wallet's account and deletable records",
    description:
      'Deletes the account, its preferences, channels, conversations with their feedback, notifications, orders and smart ' +
      'accounts, and ends all sessions. Records of positions, agents, trades and rockets are kept, because they repeat what is ' +
      'on chain. Points and changes by administrators are kept too, because entries of these records are never removed.',
    input: {},
    responses: { 200: { description: 'The numbers of deleted and of kept records.', data: deletedSchema } },
    async handle({ authWallet: wallet }) {
      const deleted = await records.remove(wallet);
      const sessionsEnded = await sessions.endAll(wallet, 'account-deleted');
      const { sessions: _ended, ...kept } = await records.counts(wallet);
      return reply({ deleted, sessionsEnded, kept });
    },
  });

  return app;
}
