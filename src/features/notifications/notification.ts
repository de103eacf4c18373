import type { JsonObject } from '../../values/json.ts';

/** What a notification of the Autopilot is about. */
export type NotificationKind = 'fill' | 'failure' | 'safety-block' | 'expiry-warning' | 'protection';

/** What is told. */
export type NewNotification = {
  readonly type: 'autopilot';
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  /** Lowercase. */
  readonly wallet: string;
  readonly data: JsonObject;
  /** UTC ms; of an expiry warning that a 48-hour warning was given (interface document, "Other records"), else null. */
  readonly expiryWarnedAtMs: number | null;
};

/** A notification as clients see it. Times in ISO 8601 (UTC). */
export type Notification = {
  readonly _id: string;
  readonly id: string;
  readonly type: 'autopilot';
  readonly kind: NotificationKind;
  readonly title: string;
  readonly message: string;
  readonly wallet: string;
  readonly data: JsonObject;
  readonly read: boolean;
  readonly createdAt: string;
  readonly expiryWarnedAt: string | null;
};

/** Invariant: a notification is stored once for each `key`, however often and on however many nodes it is added. */
export type Notifications = {
  /** @param key names what happened, so that a repeat of the effect that tells it adds nothing; never shown. False: it was there. */
  add(key: string, notification: NewNotification): Promise<boolean>;
  /** Newest first. @throws TerminalError 400 `invalid-cursor` */
  list(query: {
    readonly wallet: string;
    readonly unreadOnly?: boolean | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<{ readonly notifications: readonly Notification[]; readonly cursor: string | null }>;
  count(wallet: string): Promise<{ readonly total: number; readonly unread: number }>;
  /** Idempotent. @param wallet when given, whose it has to be @throws TerminalError 404 `notification-not-found` */
  markRead(id: string, wallet: string | null): Promise<Notification>;
  /** Those that were there when it was called. Answers how many were unread. */
  markAllRead(wallet: string): Promise<number>;
};
