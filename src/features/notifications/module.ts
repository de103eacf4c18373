import { defineModule } from '../../module/module.ts';
import { createNotifications, NOTIFICATIONS } from './create-notifications.ts';
import type { Notifications } from './notification.ts';
import { createNotificationRoutes } from './notification-routes.ts';

export const notifications = defineModule({
  name: 'notifications',
  needs: {},
  actors: [],
  collections: [NOTIFICATIONS],
  tag: { name: 'notifications', description: 'Notifications of a wallet.' },
  start({ records, clock, ids }) {
    const gives: Notifications = createNotifications({ records, clock, ids });
    return { gives, routes: [createNotificationRoutes({ notifications: gives })] };
  },
});
