import { defineModule } from '../../module/module.ts';
import type { WalletEvent } from '../../module/wallet-event.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { createNotifications } from './create-notifications.ts';
import type { NotificationOutlet, Notifications } from './notification.ts';
import { notificationNotes } from './notification-notes.ts';
import { createNotificationRoutes } from './notification-routes.ts';
import { notificationWords } from './notification-words.ts';
import { NOTIFICATIONS } from './stored-notification.ts';
import { createTellChannels, type TellChannels } from './tell-channels.ts';

/** The functions of the notifications module that other modules use. */
export type GivenNotifications = Notifications & {
  /**
   * Registers the function by which new notifications are passed to channels such as e-mail. A notification that a channel did not accept
   * is passed to it again later. Only one module may call this.
   */
  readonly alsoTell: (outlet: NotificationOutlet) => void;
  readonly oldestUntoldMs: TellChannels['oldestMs'];
};

/** The kind of a notification's event in the live feed, which is also the first part of its id there. */
const NOTIFICATION = 'notification';
/** Time in ms between two rounds that pass notifications again to the channels that have not accepted them. */
const ROUND_EVERY_MS = 15_000;

const NOWHERE: NotificationOutlet = {
  channelsFor: async () => [],
  tell: async () => {
    throw new TypeError('A notification was handed to channels, but this service has no channels');
  },
};

export const notifications = defineModule({
  name: 'notifications',
  needs: {},
  actors: [],
  collections: [NOTIFICATIONS],
  tag: {
    name: 'Notifications',
    description: 'The notifications of a wallet, such as executed trades, failures and warnings.',
    place: 70,
    words: [notificationWords],
    notes: notificationNotes,
  },
  start({ records, clock, timers, ids, feed, log }) {
    let outlet = NOWHERE;
    const tellChannels = createTellChannels({ records, clock, log, tell: (...told) => outlet.tell(...told) });
    const listed: Notifications = createNotifications({
      ...{ records, clock, ids, tellChannels, channelsFor: (...wanted) => outlet.channelsFor(...wanted) },
      announce: ({ id, wallet, atMs }) => feed.publish({ kind: NOTIFICATION, atMs, id: `${NOTIFICATION}/${id}`, indexKeys: { wallet } }),
    });
    const gives: GivenNotifications = {
      ...listed,
      alsoTell(given) {
        outlet = given;
      },
      oldestUntoldMs: tellChannels.oldestMs,
    };
    const event: WalletEvent = {
      ...{ name: NOTIFICATION, type: NOTIFICATION },
      async read(id) {
        const record = await gives.read(id);
        return record === null ? null : { wallet: record.wallet, record };
      },
    };
    const rounds = repeatWork(timers, ROUND_EVERY_MS, tellChannels.round);
    return { gives, routes: createNotificationRoutes({ notifications: gives }), walletEvents: [event], stop: rounds.stop };
  },
});
