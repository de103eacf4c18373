import type { AlertActors } from '../../src/features/alerts/alert-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import type { AlertStatus } from '../../src/values/price-alert.ts';
import { priceAlert, WAITING_UNPROVED } from './actor.ts';

/** Gives the alerts service access to the actors of price alerts. */
export function createAlertActors(deps: {
  readonly actors: ActorClient;
  readonly store: Pick<ActorStore, 'load' | 'forget' | 'topics'>;
}): AlertActors {
  const { actors, store } = deps;
  const of = (id: string) => actors.of(priceAlert, id);

  return {
    read: async (id) => (await of(id).read())?.view ?? null,
    async list(wallet, { statuses, order = 'newest', limit, cursor }) {
      const page = await actors.list(priceAlert, {
        ...{ keys: { wallet }, order, limit },
        ...(statuses === undefined ? {} : { statuses: statuses.flatMap(storedStatuses) }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { alerts: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    create: async (id, input) => (await of(id).create(input, { eventId: `create/${id}` })).view(),
    async cancel(id, by) {
      const { accepted, view } = await of(id).ask({ type: 'CANCEL', by });
      return { isAccepted: accepted, alert: view() };
    },
    watchedTopics: () => store.topics(priceAlert.type),
    async forget(id) {
      const [found] = await store.load([of(id).id]);
      if (found === undefined || found === null) return true;
      if (found.record.outbox.length > 0) return false;
      const [isGone = false] = await store.forget([found]);
      return isGone;
    },
  };
}

/** The index statuses of the actor that a status stands for. */
function storedStatuses(status: AlertStatus): readonly string[] {
  return status === 'waiting' ? ['waiting', WAITING_UNPROVED] : [status];
}
