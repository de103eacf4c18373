import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { NotificationOutlet } from './notification.ts';
import { NOTIFICATIONS, type StoredNotification } from './stored-notification.ts';

/**
 * Passes stored notifications to the channels whose ids are stored with them. Invariants: a channel receives a wallet's notifications in
 * the order in which they were stored, and each notification is passed on repeatedly until the channel accepts it. The first attempt is
 * made at once; after a failure, all nodes try again in regular rounds.
 */
export type TellChannels = {
  /**
   * Passes all notifications of one wallet that its channels have not accepted yet. Never throws; after a failure, a later round tries
   * again.
   */
  readonly ofWallet: (wallet: Address) => Promise<void>;
  /** For every wallet, sends the notifications that a channel (such as Telegram or a webhook) has not accepted yet to that channel. */
  readonly round: () => Promise<void>;
  /**
   * Returns the time (UTC ms) at which the oldest notification was stored that some channel has not accepted yet; null when there is none.
   */
  readonly oldestMs: () => Promise<number | null>;
};

const PAGE = 100;
/**
 * Age in ms after which a page of notifications that was read from the store counts as outdated, for example because this process was
 * suspended. Another node may then have passed the notifications on, so each of the remaining ones is read again before it is passed on.
 */
const PAGE_IS_NEW_MS = 2_000;
/** Maximum number of notifications that one round reads. The following round continues with the next notifications. */
const MOST_IN_ROUND = 2_000;

export function createTellChannels(deps: {
  readonly records: RecordStore;
  readonly tell: NotificationOutlet['tell'];
  readonly clock: Clock;
  readonly log: Log;
}): TellChannels {
  const { tell, clock, log } = deps;
  const notifications = deps.records.collection<StoredNotification>(NOTIFICATIONS);
  const repeats = createRepeats({ log, now: () => clock.now() });
  let cursor: string | null = null;

  /**
   * Passes one notification to its channels. It skips channels that have not accepted an earlier notification, so that each channel
   * receives the notifications in order.
   */
  async function handOver(stored: Stored<StoredNotification>, failed: Set<string>): Promise<void> {
    const { publicId: id, kind, createdAtMs: atMs, untoldTo = [] } = stored;
    const done = new Set<string>();
    for (const channelId of untoldTo) {
      if (failed.has(channelId)) continue;
      try {
        await tell(channelId, { id, kind, atMs });
        done.add(channelId);
      } catch (error) {
        failed.add(channelId);
        repeats.warn('tell', 'Handing a notification to a channel failed and will be retried', { channelId, error });
      }
    }
    if (done.size === 0) return;
    repeats.over('tell', 'Notifications are handed to channels again');
    await note(stored, done);
  }

  async function note(stored: Stored<StoredNotification>, done: ReadonlySet<string>): Promise<void> {
    let seen: Stored<StoredNotification> | null = stored;
    while (seen !== null) {
      const { _id, rev, ...value }: Stored<StoredNotification> = seen;
      const untoldTo = (value.untoldTo ?? []).filter((channelId) => !done.has(channelId));
      if (await notifications.update(_id, rev, { ...value, untold: untoldTo.length > 0, untoldTo })) return;
      seen = await notifications.get(_id);
    }
  }

  async function untoldOf(wallet: Address): Promise<void> {
    const failed = new Set<string>();
    let after: string | null = null;
    do {
      const page = await notifications.find({
        ...{ where: { wallet, untold: true }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: PAGE },
        ...(after === null ? {} : { cursor: after }),
      });
      const readAtMs = clock.now();
      for (const stored of page.rows) {
        const isNew = Math.abs(clock.now() - readAtMs) < PAGE_IS_NEW_MS;
        const current = isNew ? stored : await notifications.get(stored._id);
        if (current !== null) await handOver(current, failed);
      }
      after = page.cursor;
    } while (after !== null);
  }

  async function ofWallet(wallet: Address): Promise<void> {
    try {
      await untoldOf(wallet);
    } catch (error) {
      repeats.warn('wallet', "Handing a wallet's notifications to its channels failed and will be retried", { error });
    }
  }

  async function untold() {
    return await notifications.find({
      ...{ where: { untold: true }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: PAGE },
      ...(cursor === null ? {} : { cursor }),
    });
  }

  return {
    ofWallet,

    async round() {
      try {
        for (let looked = 0; looked < MOST_IN_ROUND; looked += PAGE) {
          const page = await untold();
          for (const wallet of new Set(page.rows.map((row) => row.wallet))) await ofWallet(wallet);
          cursor = page.cursor;
          if (cursor === null) break;
        }
        repeats.over('round', 'Notifications that channels have not received can be read again');
      } catch (error) {
        cursor = null;
        repeats.warn('round', 'Reading the notifications that channels have not received failed', { error });
      }
    },

    async oldestMs() {
      const where = { untold: true };
      const { rows } = await notifications.find({ where, sort: { field: 'createdAtMs', order: 'ascending' }, limit: 1 });
      return rows[0]?.createdAtMs ?? null;
    },
  };
}
