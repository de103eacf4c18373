import { createHash } from 'node:crypto';
import type { Address } from '../../values/address.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Notification } from '../notifications/notification.ts';

/** What is sent to a channel. */
export type ChannelMessage = {
  /** The same for every repeat, so that a receiver can drop it. */
  readonly id: string;
  readonly type: 'notification' | 'verification' | 'test';
  readonly createdAtMs: number;
  /** For people. Both may contain names that strangers have chosen. */
  readonly title: string;
  readonly lines: readonly string[];
  /** For programs. */
  readonly data: JsonObject;
};

/** Makes the message of one or more notifications. @param missed how many before them were not delivered */
export function newsMessage(
  channelId: string,
  notifications: readonly [Notification, ...Notification[]],
  { ids, missed }: { readonly ids: readonly string[]; readonly missed: number },
): ChannelMessage {
  const [first] = notifications;
  const isOne = notifications.length === 1;
  const more = missed === 0 ? [] : [`${missed} earlier notifications were not sent here; the list of notifications has them.`];
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
      'If you did not ask for it, do nothing: nobody can send notifications here without it.',
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

/** Derived from what is sent, so that one notification never has two ids at one receiver because of a repeat. */
function deliveryId(channelId: string, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([channelId, ...parts]))
    .digest('hex')
    .slice(0, 32);
}

/** Without what may change between two attempts. */
function forPrograms({ id, type, kind, title, message, wallet, data, createdAt, expiryWarnedAt }: Notification): JsonObject {
  return { id, type, kind, title, message, wallet, data, createdAt, expiryWarnedAt };
}
