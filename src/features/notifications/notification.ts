import type { Address } from '../../values/address.ts';
import type { JsonObject } from '../../values/json.ts';
import type { NotificationKind, NotificationType } from '../../values/notification-kinds.ts';

/** The contents of a new notification. */
export type NewNotification = {
  readonly type: NotificationType;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  readonly wallet: Address;
  readonly data: JsonObject;
  /**
   * When the 48-hour warning of an expiry was sent, UTC ms (API specification, "Other records"); null for notifications that are no such
   * warning.
   */
  readonly expiryWarnedAtMs: number | null;
};

/** A notification as clients see it. Times are in ISO 8601 (UTC). */
export type Notification = {
  readonly _id: string;
  readonly id: string;
  readonly type: NotificationType;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  readonly wallet: Address;
  readonly data: JsonObject;
  readonly read: boolean;
  readonly createdAt: string;
  readonly expiryWarnedAt: string | null;
};

/** The store of notifications. Invariant: each `key` is stored once, however often and on however many nodes it is added. */
export type Notifications = {
  /**
   * Adds a notification. Returns false when it already exists. @param key identifies the notified event, so that an effect that is repeated
   * adds nothing; never shown to clients
   */
  add(key: string, notification: NewNotification): Promise<boolean>;
  /** Lists notifications, newest first. @throws TerminalError 400 `invalid-cursor` */
  list(query: {
    readonly wallet: Address;
    readonly unreadOnly?: boolean | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<{ readonly notifications: readonly Notification[]; readonly cursor: string | null }>;
  /** Reads a notification by its id; null when it does not exist. */
  read(id: string): Promise<Notification | null>;
  count(wallet: Address): Promise<{ readonly total: number; readonly unread: number }>;
  /**
   * Marks a notification as read. Repeating the call has no effect. @param wallet if set, the notification must belong to this wallet
   * @throws TerminalError 404 `notification-not-found`
   */
  markRead(id: string, wallet: Address | null): Promise<Notification>;
  /** Marks all notifications that exist at the time of the call as read, and returns how many were unread. */
  markAllRead(wallet: Address): Promise<number>;
};

/** The parts of a notification that a channel receives. */
export type ToldNotification = { readonly id: string; readonly kind: NotificationKind; readonly atMs: number };

/** Where notifications are sent in addition to the wallet's list of notifications. */
export type NotificationOutlet = {
  /** Returns the ids of the wallet's channels that receive notifications of a kind. @throws RetryableError `store-unavailable` */
  readonly channelsFor: (wallet: Address, kind: NotificationKind) => Promise<readonly string[]>;
  /**
   * Passes a notification to a channel, which stores it for delivery. Repeating the call has no effect. Also resolves when the channel no
   * longer exists. @throws an error when the notification was not stored
   */
  readonly tell: (channelId: string, notification: ToldNotification) => Promise<void>;
};
