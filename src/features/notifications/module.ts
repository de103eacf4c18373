import { defineModule } from '../../module/module.ts';
import type { WalletEvent } from '../../module/wallet-event.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { createNotifications } from './create-notifications.ts';
import type { NotificationOutlet, Notifications } from './notification.ts';
import { createNotificationRoutes } from './notification-routes.ts';
import { NOTIFICATIONS } from './stored-notification.ts';
import { createTellChannels, type TellChannels } from './tell-channels.ts';

/** What other modules use of notifications. */
export type GivenNotifications = Notifications & {
  /** Tells an outlet of new notifications, and of those that it has not taken. Only one module may call it. */
  readonly alsoTell: (outlet: NotificationOutlet) => void;
  readonly oldestUntoldMs: TellChannels['oldestMs'];
};

/** The kind of a notification's event in the live feed, which is also the first part of its id there. */
const NOTIFICATION = 'notification';
/** Time between two rounds that hand over what was left, ms. */
const ROUND_EVERY_MS = 15_000;

const NOWHERE: NotificationOutlet = {
  channelsFor: async () => [],
  tell: async () => {
    throw new TypeError('A notification is to be handed over, and nothing takes it');
  },
};

export const notifications = defineModule({
  name: 'notifications',
  needs: {},
  actors: [],
  collections: [NOTIFICATIONS],
  tag: { name: 'notifications', description: 'Notifications of a wallet.' },
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
