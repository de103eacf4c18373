import { defineModule } from '../../module/module.ts';
import type { WalletEvent } from '../../module/wallet-event.ts';
import { createNotifications, NOTIFICATIONS } from './create-notifications.ts';
import type { Notifications } from './notification.ts';
import { createNotificationRoutes } from './notification-routes.ts';

/** The kind of a notification's event in the live feed, which is also the first part of its id there. */
const NOTIFICATION = 'notification';

export const notifications = defineModule({
  name: 'notifications',
  needs: {},
  actors: [],
  collections: [NOTIFICATIONS],
  tag: { name: 'notifications', description: 'Notifications of a wallet.' },
  start({ records, clock, ids, feed }) {
    const gives: Notifications = createNotifications({
      ...{ records, clock, ids },
      announce: ({ id, wallet, atMs }) => feed.publish({ kind: NOTIFICATION, atMs, id: `${NOTIFICATION}/${id}`, indexKeys: { wallet } }),
    });
    const event: WalletEvent = {
      ...{ name: NOTIFICATION, type: NOTIFICATION },
      async read(id) {
        const record = await gives.read(id);
        return record === null ? null : { wallet: record.wallet, record };
      },
    };
    return { gives, routes: createNotificationRoutes({ notifications: gives }), walletEvents: [event] };
  },
});
