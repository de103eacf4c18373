import * as v from 'valibot';
import { CHANNEL_KINDS } from '../../values/channel-kinds.ts';
import { isoOf } from '../../values/iso-time.ts';
import { NOTIFICATION_KINDS } from '../../values/notification-kinds.ts';
import { stateOf } from './channel.ts';
import type { ChannelView } from './channel-actors.ts';
import type { CodeSent, OwnChannel } from './create-channels.ts';

const failureSchema = v.object({ code: v.string(), message: v.string() });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const channelParams = v.object({
  id: v.pipe(v.string(), v.toLowerCase(), v.regex(UUID, 'Expected the `id` of a channel, a UUID.')),
});

const name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60), v.regex(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u, 'Expected plain text.'));
const kinds = v.pipe(v.array(v.picklist(NOTIFICATION_KINDS)), v.nonEmpty(), v.maxLength(NOTIFICATION_KINDS.length));

export const newChannelFields = v.object({
  kind: v.picklist(CHANNEL_KINDS),
  target: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(),
    v.maxLength(2_000),
    v.description(
      'For `webhook`, `discord` and `slack`: a URL. For `email`: an e-mail address. For `telegram`: the number or @name of a chat.',
    ),
  ),
  name: v.optional(name),
  kinds: v.optional(
    v.pipe(v.nullable(kinds), v.description('The kinds of notifications that are sent to the channel. Null means all kinds.')),
  ),
  keepsQuiet: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        "Whether the channel waits for the end of the wallet's quiet hours. Default: false for webhooks, true for all other channels.",
      ),
    ),
  ),
});

export const changedChannelFields = v.strictObject({
  name: v.optional(name),
  kinds: v.optional(v.nullable(kinds)),
  keepsQuiet: v.optional(v.boolean()),
  isPaused: v.optional(v.boolean()),
});

export const channelSchema = v.object({
  id: v.string(),
  kind: v.picklist(CHANNEL_KINDS),
  name: v.string(),
  target: v.pipe(v.string(), v.description('The target in shortened form. The whole target is never shown.')),
  kinds: v.nullable(v.array(v.picklist(NOTIFICATION_KINDS))),
  keepsQuiet: v.boolean(),
  state: v.pipe(
    v.picklist(['unverified', 'on', 'paused', 'off']),
    v.description('`off` means that nothing could be delivered for a week; the channel must then be verified again.'),
  ),
  createdAt: v.string(),
  verifiedAt: v.nullable(v.string()),
  waiting: v.pipe(v.number(), v.description('Number of notifications that wait for delivery.')),
  missed: v.pipe(
    v.number(),
    v.description('Number of notifications that were not delivered since the last delivered message. The next message states this number.'),
  ),
  lastDeliveredAt: v.nullable(v.string()),
  lastFailure: v.nullable(v.object({ ...failureSchema.entries, at: v.string() })),
});

export const sentSchema = v.object({ isSent: v.boolean(), failure: v.nullable(failureSchema) });
export const codeSchema = v.object({ ...sentSchema.entries, expiresAt: v.string() });

export function presentCode({ expiresAtMs, ...sent }: CodeSent): v.InferOutput<typeof codeSchema> {
  return { ...sent, expiresAt: isoOf(expiresAtMs) };
}

/**
 * Builds the clients' view of a channel.
 * @param deliveries the delivery state of the channel's actor; null before the channel's first notification
 */
export function presentChannel(channel: OwnChannel, deliveries: ChannelView | null): v.InferOutput<typeof channelSchema> {
  const { id, kind, name: called, hint, keepsQuiet, createdAtMs, verifiedAtMs } = channel;
  const failure = deliveries?.lastFailure ?? null;
  return {
    ...{ id, kind, name: called, target: hint, kinds: channel.kinds === null ? null : [...channel.kinds], keepsQuiet },
    ...{ state: stateOf(channel), createdAt: isoOf(createdAtMs), verifiedAt: isoOf(verifiedAtMs) },
    waiting: (deliveries?.queue.length ?? 0) + (deliveries?.delivery?.ids.length ?? 0),
    missed: deliveries?.missed ?? 0,
    lastDeliveredAt: isoOf(deliveries?.lastDeliveredAtMs ?? null),
    lastFailure: failure === null ? null : { code: failure.code, message: failure.message, at: isoOf(failure.atMs) },
  };
}
