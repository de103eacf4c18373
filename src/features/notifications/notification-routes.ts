import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { evmAddress, noList, upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import type { Address } from '../../values/address.ts';
import { InvalidInputError } from '../../values/errors/invalid-input-error.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_TYPES } from '../../values/notification-kinds.ts';
import type { Notifications } from './notification.ts';

const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const ofWallet = v.object({ walletAddress: evmAddress });
const maybeOfWallet = v.object({ walletAddress: v.optional(evmAddress) });
/**
 * Schema of an optional body with a wallet. The API specification defines no body for requests that mark notifications as read, so the body
 * may be missing; if there is one, it must be an object.
 */
const maybeBody = v.optional(v.pipe(v.intersect([v.object({ walletAddress: v.optional(v.string()) }), noList]), maybeOfWallet), {});

const listQuery = v.object({
  ...ofWallet.entries,
  unread: v.optional(v.picklist(['true', 'false'], 'Expected true or false.'), 'false'),
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});

const notificationSchema = v.object({
  _id: v.string(),
  id: v.string(),
  type: v.picklist(NOTIFICATION_TYPES),
  kind: v.picklist(NOTIFICATION_KINDS),
  title: v.string(),
  message: v.string(),
  wallet: v.string(),
  /** Details of the event that the notification is about: ids, tokens, amounts, hashes. */
  data: v.looseObject({}),
  read: v.boolean(),
  createdAt: v.string(),
  /** When the 48-hour warning of an expiry was sent (ISO 8601); null for notifications that are no such warning. */
  expiryWarnedAt: v.nullable(v.string()),
});

const WALLET_HINT = '`walletAddress` is an EVM address in any casing, in the query or the body.';

/**
 * Creates the four notification routes (API specification, "Notifications, feedback, training"), and the same routes under the prefix
 * `/notifications`, for which the API specification defines only the name. As specified, they need no authentication.
 */
export function createNotificationRoutes({ notifications }: { readonly notifications: Notifications }): readonly AnyElysia[] {
  const documented = new Elysia({ name: 'notifications', prefix: '/v1' });
  const mount = new Elysia({ name: 'notifications-mount' });
  for (const app of [documented, mount]) addNotificationRoutes(app, notifications);
  return [documented, mount];
}

function addNotificationRoutes(app: AnyElysia, notifications: Notifications): void {
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/notifications',
    summary: "List a wallet's notifications",
    description:
      'Notifications are listed newest first, at most `limit` (default 50). `unread=true` lists only unread notifications. If there are more, the header X-Next-Cursor ' +
      'contains the `cursor` of the next page. Notifications are kept for 90 days.',
    input: { query: listQuery },
    responses: { 200: { description: 'The notifications.', data: v.array(notificationSchema) } },
    async handle({ query: { walletAddress, unread, limit, cursor } }) {
      const page = await notifications.list({ wallet: walletAddress, unreadOnly: unread === 'true', limit, cursor });
      return reply(page.notifications, page.cursor === null ? {} : { headers: { 'x-next-cursor': page.cursor } });
    },
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/notifications/count',
    summary: "Count a wallet's notifications",
    description: '`count` is the number of unread notifications, and `total` is the number of all notifications of the wallet.',
    input: { query: ofWallet },
    responses: { 200: { description: 'The counts.', data: v.object({ count: v.number(), unread: v.number(), total: v.number() }) } },
    async handle({ query }) {
      const { total, unread } = await notifications.count(query.walletAddress);
      return reply({ count: unread, unread, total });
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    description:
      `Repeating the request changes nothing. ${WALLET_HINT} The wallet is optional; if it is given, the notification must ` +
      'belong to it.',
    input: {
      params: v.object({ id: v.pipe(v.string(), v.regex(UUID, 'Expected the `id` of a notification, a UUID.')) }),
      query: maybeOfWallet,
      body: maybeBody,
    },
    responses: { 200: { description: 'The notification.', data: notificationSchema } },
    handle: async ({ params, query, body }) => reply(await notifications.markRead(params.id, walletOf(query, body))),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/notifications/read-all',
    summary: 'Mark all notifications of a wallet as read',
    description: `${WALLET_HINT} \`marked\` is the number of notifications that were unread.`,
    input: { query: maybeOfWallet, body: maybeBody },
    responses: { 200: { description: 'Done.', data: v.object({ success: v.literal(true), marked: v.number() }) } },
    async handle({ query, body }) {
      const wallet = walletOf(query, body);
      if (wallet === null) {
        throw new InvalidInputError([
          { path: 'query.walletAddress', code: 'missing', message: `The request contains no wallet. ${WALLET_HINT}` },
        ]);
      }
      return reply({ success: true, marked: await notifications.markAllRead(wallet) });
    },
  });
}

type MaybeOfWallet = v.InferOutput<typeof maybeOfWallet>;

/** Reads the wallet from the query or the body. @throws InvalidInputError when they contain two different wallets */
function walletOf(query: MaybeOfWallet, body: MaybeOfWallet): Address | null {
  const { walletAddress: inQuery } = query;
  const { walletAddress: inBody } = body;
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    const message = 'The query and the body name different wallets. Send the same wallet in both, or in one only.';
    throw new InvalidInputError([{ path: 'body.walletAddress', code: 'contradiction', message }]);
  }
  return inQuery ?? inBody ?? null;
}
