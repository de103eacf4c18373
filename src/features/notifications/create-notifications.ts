import { createHash } from 'node:crypto';
import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { Notification, NotificationOutlet, Notifications } from './notification.ts';
import { KEPT_MS, NOTIFICATIONS, type StoredNotification } from './stored-notification.ts';
import type { TellChannels } from './tell-channels.ts';

const PAGE = 200;

/** Creates the store of notifications. @param deps.ids returns random ids */
export function createNotifications(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Sends a new notification to its wallet's subscribers. */
  readonly announce?: (notification: { readonly id: string; readonly wallet: Address; readonly atMs: number }) => void;
  /** Returns the channels (such as e-mail) that receive a notification. Without this function, notifications are only listed. */
  readonly channelsFor?: NotificationOutlet['channelsFor'];
  /** Passes the stored notifications of a wallet to the channels that receive them. */
  readonly tellChannels?: Pick<TellChannels, 'ofWallet'>;
}): Notifications {
  const { clock, ids, announce, channelsFor = async () => [], tellChannels } = deps;
  const notifications = deps.records.collection<StoredNotification>(NOTIFICATIONS);

  return {
    async add(key, notification) {
      const createdAtMs = clock.now();
      const untoldTo = await channelsFor(notification.wallet, notification.kind);
      const stored: StoredNotification = {
        ...{ ...notification, publicId: ids(), read: false, createdAtMs, expiresAtMs: createdAtMs + KEPT_MS },
        // The ids of the channels are stored with the notification, so that no delivery is lost when the process crashes.
        ...(untoldTo.length === 0 ? {} : { untold: true, untoldTo }),
      };
      const { inserted } = await notifications.insert(idOf(key), stored);
      if (inserted) announce?.({ id: stored.publicId, wallet: stored.wallet, atMs: createdAtMs });
      if (untoldTo.length > 0) await tellChannels?.ofWallet(notification.wallet);
      return inserted;
    },

    async read(id) {
      const found = await notifications.findOne({ publicId: id });
      return found === null ? null : present(found);
    },

    async list({ wallet, unreadOnly = false, limit, cursor }) {
      const { rows, cursor: next } = await notifications.find({
        where: unreadOnly ? { wallet, read: false } : { wallet },
        sort: { field: 'createdAtMs', order: 'descending' },
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { notifications: rows.map(present), cursor: next };
    },

    async count(wallet) {
      const [total, unread] = await Promise.all([notifications.count({ wallet }), notifications.count({ wallet, read: false })]);
      return { total, unread };
    },

    async markRead(id, wallet) {
      const found = await notifications.findOne({ publicId: id.toLowerCase() });
      // When the notification belongs to another wallet, the error is the same as for a missing notification, so that its existence is not
      // revealed.
      if (found === null || (wallet !== null && found.wallet !== wallet)) throw notFound();
      const marked = await mark(found);
      if (marked === null) throw notFound();
      return present(marked);
    },

    async markAllRead(wallet) {
      let count = 0;
      // Each round reads the first page of the list again, because notifications that were marked as read disappear from the list. The
      // number of unread notifications at the start limits the number of rounds.
      const bound = await notifications.count({ wallet, read: false });
      while (count < bound) {
        const { rows } = await notifications.find({
          where: { wallet, read: false },
          sort: { field: 'createdAtMs', order: 'ascending' },
          limit: PAGE,
        });
        if (rows.length === 0) break;
        for (const row of rows) if (count < bound && (await mark(row)) !== null) count += 1;
      }
      return count;
    },
  };

  /** Marks a notification as read. Returns null when the notification was deleted in the meantime. */
  async function mark(stored: Stored<StoredNotification>): Promise<Stored<StoredNotification> | null> {
    let seen: Stored<StoredNotification> | null = stored;
    while (seen !== null && !seen.read) {
      const { _id, rev, ...value } = seen;
      if (await notifications.update(_id, rev, { ...value, read: true })) return { ...seen, read: true };
      seen = await notifications.get(_id);
    }
    return seen;
  }
}

/** Derives an id of fixed length from a key, because keys may be long and contain any characters. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 40);
}

function present(stored: StoredNotification): Notification {
  const { publicId, type, kind, title, message, wallet, data, read, createdAtMs, expiryWarnedAtMs } = stored;
  return {
    _id: publicId,
    id: publicId,
    type,
    kind,
    title,
    message,
    wallet,
    data,
    read,
    createdAt: new Date(createdAtMs).toISOString(),
    expiryWarnedAt: expiryWarnedAtMs === null ? null : new Date(expiryWarnedAtMs).toISOString(),
  };
}

function notFound(): TerminalError {
  return new TerminalError({ code: 'notification-not-found', message: 'No notification with this id exists.', status: 404 });
}
