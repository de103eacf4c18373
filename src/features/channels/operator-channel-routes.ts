import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { evmAddress } from '../../http/fields.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { Log } from '../../platform/log/log.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { stateOf } from './channel.ts';
import { channelParams, sentSchema } from './channel-schemas.ts';
import type { Channels } from './create-channels.ts';

const testedSchema = v.object({ id: v.string(), kind: v.string(), name: v.string(), state: v.string(), ...sentSchema.entries });

/** Creates the route by which operators send test messages (`coxswain notify test`). */
export function createOperatorChannelRoutes(deps: {
  readonly channels: Pick<Channels, 'list' | 'test'>;
  readonly auth: OperatorAuth;
  readonly log: Log;
}): AnyElysia {
  const { channels, auth, log } = deps;
  const app = new Elysia({ name: 'operator-channels', prefix: '/operator/channels' });
  addRoute(app, {
    ...{ method: 'POST', path: '/test', cost: 'operator' },
    summary: "Send test messages to a wallet's channels",
    description:
      "Sends a test message to the channel whose id is `channel`, or without `channel` to all verified channels of the wallet. Each test message counts towards the hourly limit of the wallet's own test messages.",
    input: { body: v.object({ wallet: evmAddress, channel: v.optional(channelParams.entries.id) }) },
    authorize: auth.act,
    responses: { 200: { description: 'The result for each channel.', data: v.array(testedSchema) } },
    async handle({ body: { wallet, channel }, request }) {
      const own = (await channels.list(wallet)).filter(({ id }) => channel === undefined || id === channel);
      if (own.length === 0) {
        const message = channel === undefined ? 'This wallet has no channels.' : 'This wallet has no channel with this id.';
        throw new TerminalError({ code: 'channel-not-found', status: 404, message });
      }
      const usable = own.filter((one) => channel !== undefined || ['on', 'paused'].includes(stateOf(one)));
      const results = [];
      for (const one of usable) {
        const { id, kind, name } = one;
        results.push({ id, kind, name, state: stateOf(one), ...(await channels.test(wallet, id)) });
      }
      log.info('Test messages sent', { by: auth.act(request), wallet, channels: usable.length });
      return reply(results);
    },
  });
  return app;
}
