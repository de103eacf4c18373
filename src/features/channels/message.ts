import { createHash } from 'node:crypto';
import type { Address } from '../../values/address.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Notification } from '../notifications/notification.ts';

/** A message that is sent to a notification channel. */
export type ChannelMessage = {
  /** Id of the message. When the message is sent again, it has the same id, so that a receiver can ignore the repetition. */
  readonly id: string;
  readonly type: 'notification' | 'verification' | 'test';
  readonly createdAtMs: number;
  /** The title of the message, for people. Like the lines, it can contain names that strangers have chosen, such as names of tokens. */
  readonly title: string;
  /** The text of the message below the title, for people. */
  readonly lines: readonly string[];
  /** The contents of the message as structured data, for webhooks. */
  readonly data: JsonObject;
};

/**
 * Builds the message for one or more notifications. @param missed number of earlier notifications that were not delivered to this channel
 */
export function newsMessage(
  channelId: string,
  notifications: readonly [Notification, ...Notification[]],
  { ids, missed }: { readonly ids: readonly string[]; readonly missed: number },
): ChannelMessage {
  const [first] = notifications;
  const isOne = notifications.length === 1;
  const more =
    missed === 0
      ? []
      : [`${missed} earlier notifications could not be delivered to this channel. They are in the list of notifications in the app.`];
  return {
    id: deliveryId(channelId, ids),
    type: 'notification',
    createdAtMs: Date.parse(first.createdAt),
    title: isOne ? first.title : `${notifications.length} notifications`,
    lines: [...notifications.map(({ title, message }) => (isOne ? message : `${title}: ${message}`)), ...more],
    data: { missed, notifications: notifications.map(forPrograms) },
  };
}

export function codeMessage(
  channelId: string,
  {
    code,
    wallet,
    nowMs,
    expiresAtMs,
  }: { readonly code: string; readonly wallet: Address; readonly nowMs: number; readonly expiresAtMs: number },
): ChannelMessage {
  const shown = `${wallet.slice(0, 6)}...${wallet.slice(-4)}`;
  return {
    ...{ id: deliveryId(channelId, ['code', code]), type: 'verification', createdAtMs: nowMs, title: `Your code is ${code}` },
    lines: [
      `Enter this code to receive the notifications of the wallet ${shown} here. It is valid until ${isoOf(expiresAtMs)}.`,
      'If you did not request this code, ignore this message: without the code, nobody can send notifications to this address.',
    ],
    data: { channelId, code, expiresAt: isoOf(expiresAtMs) },
  };
}

export function testMessage(channelId: string, { id, nowMs }: { readonly id: string; readonly nowMs: number }): ChannelMessage {
  return {
    ...{ id: deliveryId(channelId, ['test', id]), type: 'test', createdAtMs: nowMs, title: 'This is a test' },
    lines: ['Notifications arrive here.'],
    data: { channelId },
  };
}

/** Computes a message's id from the channel and the message's contents, so that a message that is sent again has the same id. */
function deliveryId(channelId: string, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([channelId, ...parts]))
    .digest('hex')
    .slice(0, 32);
}

/** Returns a notification's data for webhooks, without fields that can change between two delivery attempts. */
function forPrograms({ id, type, kind, title, message, wallet, data, createdAt, expiryWarnedAt }: Notification): JsonObject {
  return { id, type, kind, title, message, wallet, data, createdAt, expiryWarnedAt };
}
