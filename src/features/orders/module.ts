import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { createOrders, ORDERS } from './create-orders.ts';
import { orderNotes } from './order-notes.ts';
import { createOrderRoutes } from './order-routes.ts';
import { orderWords } from './order-words.ts';

export const orders = defineModule({
  name: 'orders',
  needs: {},
  actors: [],
  collections: [ORDERS],
  tag: {
    name: 'Orders elsewhere',
    description: 'Records of orders that wallets placed at other services.',
    place: 86,
    words: [orderWords],
    notes: orderNotes,
  },
  start({ records, clock, ids }) {
    return {
      gives: null,
      routes: [createOrderRoutes({ orders: createOrders({ records, clock, ids }) })],
      strangers: { rows: [rowsOf(records, ORDERS, MOST_UNPROVED)] },
    };
  },
});
