import type { AlertActors } from '../../src/features/alerts/alert-actors.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import { ALERT_STATUSES, type AlertOrigin, type AlertStatus } from '../../src/values/price-alert.ts';
import { priceAlert, REMOVED, WAITING_UNPROVED } from './actor.ts';

/** Gives the alerts service access to the actors of price alerts. */
export function createAlertActors(deps: {
  readonly actors: ActorClient;
  readonly store: Pick<ActorStore, 'load' | 'forget' | 'topics' | 'count'>;
}): AlertActors {
  const { actors, store } = deps;
  const of = (id: string) => actors.of(priceAlert, id);

  return {
    async read(id) {
      const found = await of(id).read();
      return found === null || found.snapshot.value === REMOVED ? null : found.view;
    },
    async list(wallet, { statuses = ALERT_STATUSES, order = 'newest', limit, cursor }) {
      const page = await actors.list(priceAlert, {
        ...{ keys: { wallet }, order, limit, statuses: statuses.flatMap(storedStatuses) },
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { alerts: page.actors.map(({ view }) => view), cursor: page.cursor };
    },
    create: async (id, input) => (await of(id).create(input, { eventId: `create/${id}` })).view(),
    async cancel(id, by) {
      const { accepted, view } = await of(id).ask({ type: 'CANCEL', by });
      return { isAccepted: accepted, alert: view() };
    },
    countWaiting: (origin, wallet) =>
      store.count({ type: priceAlert.type, statuses: [waitingOf(origin)], ...(wallet === undefined ? {} : { keys: { wallet } }) }),
    async oldestWaiting(origin, limit) {
      const { actors: oldest } = await actors.list(priceAlert, { statuses: [waitingOf(origin)], order: 'oldest', limit });
      return oldest.map(({ view }) => view.id);
    },
    watchedTopics: () => store.topics(priceAlert.type),
    async remove(id) {
      await of(id).ask({ type: 'REMOVE' });
      const [found] = await store.load([of(id).id]);
      if (found != null && found.record.outbox.length === 0) await store.forget([found]);
    },
  };
}

function waitingOf(origin: AlertOrigin): string {
  return origin === 'chat' ? WAITING_UNPROVED : 'waiting';
}

/** Returns the statuses in the actor index that correspond to a status that clients see. */
function storedStatuses(status: AlertStatus): readonly string[] {
  return status === 'waiting' ? ['waiting', WAITING_UNPROVED] : [status];
}
