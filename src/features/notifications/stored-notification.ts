import type { CollectionSpec } from '../../platform/store/record-store.ts';
import { documentForm, flag, listOf, nullable, number, object, optional, text, time } from '../../values/document-form.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { NewNotification } from './notification.ts';

export type StoredNotification = NewNotification & {
  /**
   * The public id. It is random, so that clients cannot guess those of other wallets. The document's own id is derived from the caller's
   * key.
   */
  readonly publicId: string;
  readonly read: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /**
   * Whether channels remain that have not accepted the notification yet, and the ids of these channels. Missing when no channel receives
   * it.
   */
  readonly untold?: boolean;
  readonly untoldTo?: readonly string[];
};

/** Notifications are deleted after 90 days. */
export const KEPT_MS = 90 * DAY_MS;

export const NOTIFICATIONS: CollectionSpec = {
  name: 'notifications',
  ofWallet: { by: 'wallet', mayBeDeleted: true, isPublic: true },
  unique: [['publicId']],
  indexes: [
    ['wallet', 'createdAtMs'],
    ['wallet', 'read', 'createdAtMs'],
    ['wallet', 'untold', 'createdAtMs'],
    ['untold', 'createdAtMs'],
  ],
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredNotification>({
    ...{ type: text, kind: text, title: text, message: text, wallet: text, data: object, expiryWarnedAtMs: nullable(time) },
    ...{ publicId: text, read: flag, createdAtMs: time, expiresAtMs: number, untold: optional(flag), untoldTo: optional(listOf(text)) },
  }),
};
