import type { OrderActors } from '../../src/features/ramps/orders/order-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import { providerOrderKey, rampOrder } from './actor.ts';

/** Gives the service of ramp orders access to the orders' actors. */
export function createOrderActors({ actors }: { readonly actors: ActorClient }): OrderActors {
  const of = (reference: string) => actors.of(rampOrder, reference);
  return {
    async create(input) {
      const { reference } = input.terms;
      const known = await of(reference).read();
      if (known !== null) return known.view;
      // The event id depends only on the reference. So if two requests with one reference arrive at the same time, the second one returns
      // the order that the first one created.
      return (await of(reference).create(input, { eventId: `create/${reference}` })).view();
    },
    read: async (reference) => (await of(reference).read())?.view ?? null,
    providerOf: async (reference) => (await of(reference).read({ mayBeCached: true }))?.view.terms.provider ?? null,
    async byOrderId(provider, orderId) {
      const keys = { providerOrder: providerOrderKey(provider, orderId) };
      const { actors: found } = await actors.list(rampOrder, { keys, order: 'newest', limit: 1 });
      return found[0]?.view ?? null;
    },
    opened: async (reference, opening) => (await of(reference).ask({ type: 'OPENED', ...opening })).view(),
    async hinted(reference, { eventId, ...hint }) {
      await of(reference).ask({ type: 'HINTED', ...hint }, eventId === null ? {} : { eventId: `webhook/${eventId}` });
    },
    refresh: async (reference) => (await of(reference).ask({ type: 'REFRESH' })).view(),
    async deliveryGone(reference) {
      await of(reference).ask({ type: 'DELIVERY_GONE' });
    },
    async list({ wallet, provider, statuses, limit, cursor }) {
      const page = await actors.list(rampOrder, {
        ...{
          keys: { ...(wallet === undefined ? {} : { wallet }), ...(provider === undefined ? {} : { provider }) },
          order: 'newest',
          limit,
        },
        ...(statuses === undefined ? {} : { statuses }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { orders: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
  };
}
