import type { CollectionSpec } from '../../platform/store/record-store.ts';
import { documentForm, flag, listOf, nullable, number, object, optional, text, time } from '../../values/document-form.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { NewNotification } from './notification.ts';

export type StoredNotification = NewNotification & {
  /**
   * The id that clients see. It is random, so that clients cannot guess the ids of other wallets' notifications. The document's own id is
   * derived from the key of the notified event.
   */
  readonly publicId: string;
  readonly read: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /**
   * Whether some channels have not accepted the notification yet; `untoldTo` lists these channels. Missing when no channel receives the
   * notification.
   */
  readonly untold?: boolean;
  readonly untoldTo?: readonly string[];
};

/** How long a notification is stored, in ms. */
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
