import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { noList } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import { contextOf } from '../../http/request-context.ts';
import type { Address } from '../../values/address.ts';
import { CHANNEL_KINDS } from '../../values/channel-kinds.ts';
import { NOTIFICATION_KINDS } from '../../values/notification-kinds.ts';
import type { ChannelActors } from './channel-actors.ts';
import {
  changedChannelFields,
  channelParams,
  channelSchema,
  codeSchema,
  newChannelFields,
  presentChannel,
  presentCode,
  sentSchema,
} from './channel-schemas.ts';
import type { Channels, OwnChannel } from './create-channels.ts';
import type { Senders } from './send.ts';

export type ChannelRoutesDeps = {
  readonly channels: Channels;
  readonly actors: Pick<ChannelActors, 'read'>;
  readonly senders: Senders;
  readonly auth: Pick<BearerAuth, 'user'>;
};

/** Creates the routes by which a signed-in wallet configures its notification channels. They are our addition to the API specification. */
export function createChannelRoutes(deps: ChannelRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'channels', prefix: '/user/channels' });
  addListRoutes(app, deps);
  addChangeRoutes(app, deps);
  addSendRoutes(app, deps);
  return app;
}

async function presented({ actors }: ChannelRoutesDeps, channel: OwnChannel) {
  const { wallet, kind, id } = channel;
  return presentChannel(channel, await actors.read({ wallet, kind, channelId: id }));
}

async function presentedOne(deps: ChannelRoutesDeps, wallet: Address, id: string) {
  const channel = (await deps.channels.list(wallet)).find((one) => one.id === id);
  return channel === undefined ? null : await presented(deps, channel);
}

function addListRoutes(app: AnyElysia, deps: ChannelRoutesDeps): void {
  const { channels, senders, auth } = deps;
  const kinds = CHANNEL_KINDS.filter((kind) => senders[kind] !== null);

  addBearerRoute(app, {
    ...{ method: 'GET', path: '', cost: 'cheap', bearer: auth.user },
    summary: "List the wallet's channels",
    description: 'Lists the channels, oldest first, with the kinds of channels that this service supports and the kinds of notifications.',
    input: {},
    responses: {
      200: {
        description: 'The channels.',
        data: v.object({
          channels: v.array(channelSchema),
          channelKinds: v.array(v.picklist(CHANNEL_KINDS)),
          notificationKinds: v.array(v.picklist(NOTIFICATION_KINDS)),
        }),
      },
    },
    async handle({ authWallet }) {
      const own = await Promise.all((await channels.list(authWallet)).map((channel) => presented(deps, channel)));
      return reply({ channels: own, channelKinds: [...kinds], notificationKinds: [...NOTIFICATION_KINDS] });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'POST', path: '', cost: 'limited', bearer: auth.user },
    summary: 'Add a channel',
    description:
      'Sends a code to the target. Notifications are sent to the channel only after this code was entered; a channel whose code ' +
      'is not entered is removed after a day. The `secret` of a webhook signs the messages to the webhook, and only this reply ' +
      'shows it. Errors: `wrong-target`, `target-refused`, `channel-kind-not-available`, `too-many-channels`, ' +
      '`too-many-messages`.',
    input: { body: newChannelFields },
    responses: {
      201: {
        description: 'The channel.',
        data: v.object({ channel: v.nullable(channelSchema), secret: v.nullable(v.string()), code: codeSchema }),
      },
    },
    async handle({ body, authWallet, request }) {
      const { kind, target, name, kinds: wanted, keepsQuiet } = body;
      const added = {
        ...{ kind, target },
        ...(name === undefined ? {} : { name }),
        ...(wanted === undefined ? {} : { kinds: wanted }),
        ...(keepsQuiet === undefined ? {} : { keepsQuiet }),
      };
      const { id, secret, code } = await channels.add(authWallet, added, contextOf(request).client());
      return reply({ channel: await presentedOne(deps, authWallet, id), secret, code: presentCode(code) }, { status: 201 });
    },
  });
}

function addChangeRoutes(app: AnyElysia, deps: ChannelRoutesDeps): void {
  const { channels, auth } = deps;
  const one = {
    200: { description: 'The channel, or null if it was removed by another request at the same time.', data: v.nullable(channelSchema) },
  } as const;

  addBearerRoute(app, {
    ...{ method: 'POST', path: '/:id/verify', cost: 'limited', bearer: auth.user },
    summary: 'Enter the code of a channel',
    description: 'A code is valid for 15 minutes and five attempts. Errors: `code-wrong`, `code-expired`, `no-code`.',
    input: { params: channelParams, body: v.object({ code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(20)) }) },
    responses: one,
    async handle({ params: { id }, body: { code }, authWallet }) {
      await channels.verify(authWallet, id, code);
      return reply(await presentedOne(deps, authWallet, id));
    },
  });

  addBearerRoute(app, {
    ...{ method: 'PATCH', path: '/:id', cost: 'limited', bearer: auth.user },
    summary: 'Change a channel',
    description: 'Omitted members are not changed. The target of a channel cannot be changed; add another channel instead.',
    input: { params: channelParams, body: v.pipe(v.intersect([changedChannelFields, noList])) },
    responses: one,
    async handle({ params: { id }, body: { name, kinds, keepsQuiet, isPaused }, authWallet }) {
      await channels.change(authWallet, id, {
        ...(name === undefined ? {} : { name }),
        ...(kinds === undefined ? {} : { kinds }),
        ...(keepsQuiet === undefined ? {} : { keepsQuiet }),
        ...(isPaused === undefined ? {} : { isPaused }),
      });
      return reply(await presentedOne(deps, authWallet, id));
    },
  });

  addBearerRoute(app, {
    ...{ method: 'DELETE', path: '/:id', cost: 'limited', keeps: false, bearer: auth.user },
    summary: 'Remove a channel',
    description: 'After this request, nothing more is sent to the channel, except for a message that is already being sent.',
    input: { params: channelParams },
    responses: { 200: { description: 'Removed.', data: v.object({ removed: v.literal(true) }) } },
    async handle({ params: { id }, authWallet }) {
      await channels.remove(authWallet, id);
      return reply({ removed: true });
    },
  });
}

function addSendRoutes(app: AnyElysia, { channels, auth }: ChannelRoutesDeps): void {
  addBearerRoute(app, {
    ...{ method: 'POST', path: '/:id/code', cost: 'limited', bearer: auth.user },
    summary: 'Send a new code to a channel',
    description: 'Earlier codes are no longer valid. The reply is 429 `too-many-messages` if too many codes were sent today.',
    input: { params: channelParams },
    responses: { 200: { description: 'Whether the receiver has accepted the message.', data: codeSchema } },
    handle: async ({ params: { id }, authWallet, request }) =>
      reply(presentCode(await channels.sendCode(authWallet, id, contextOf(request).client()))),
  });

  addBearerRoute(app, {
    ...{ method: 'POST', path: '/:id/test', cost: 'limited', bearer: auth.user },
    summary: 'Send a test message to a channel',
    description:
      'The test message is sent once, even during quiet hours. Errors: 409 `channel-not-verified` if the channel was not verified; 429 `too-many-messages` after ten test messages in an hour.',
    input: { params: channelParams },
    responses: { 200: { description: 'Whether the receiver has accepted the message.', data: sentSchema } },
    handle: async ({ params: { id }, authWallet }) => reply(await channels.test(authWallet, id)),
  });
}
