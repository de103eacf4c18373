import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { sseReply } from '../../http/sse.ts';
import type { LiveFeed } from '../../platform/feed/live-feed.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Operator } from '../../runtime/operator/operator.ts';
import type { ActorRecord } from '../../runtime/record/record.ts';
import { isLeaseEvent } from '../../values/lease-words.ts';
import { type ActorFilters, actorFilters, isOfActors, REST_MS } from './feed-filters.ts';
import { pickKeys, withKeys } from './key-filters.ts';
import { actorEvent, definitionText, type StatelyEvent, stepEvents } from './stately-events.ts';

export type InspectRouteDeps = {
  readonly feed: Pick<LiveFeed, 'follow'>;
  readonly operator: Pick<Operator, 'keys' | 'list' | 'show' | 'at'>;
  /** Machine configurations, from which charts are drawn, by actor type. */
  readonly configs: ReadonlyMap<string, unknown>;
  readonly auth: OperatorAuth;
  readonly log: Log;
};

/**
 * Maximum number of existing actors whose states are sent when an inspection stream begins. An actor beyond this number is sent together
 * with its first event.
 */
const MOST_AT_FIRST = 50;
/** Maximum number of actors that are remembered as already sent to a subscriber. An actor beyond the limit is sent again. */
const MOST_KNOWN = 10_000;

const committed = v.object({ kind: v.literal('committed'), id: v.string(), revision: v.number(), event: v.string() });

const DESCRIPTION =
  "Streams the actors' changes as events of `@statelyai/inspect` (`@xstate.actor`, `@xstate.event`, `@xstate.snapshot`): " +
  'over a WebSocket one message per event, as `createWebSocketReceiver` expects; without `Upgrade`, as server-sent events ' +
  `with the same \`data\`. The stream starts with the current state of the newest ${MOST_AT_FIRST} matching actors. Each ` +
  'stored change follows with its event and the state after it. Clients can send nothing. After a gap in the feed, the ' +
  "actors' current states are sent again.";

/** Creates the route `GET /api/operator/inspect`: the live feed in the format of Stately's inspection tools. */
export function createInspectRoute(deps: InspectRouteDeps): AnyElysia {
  const { auth, log } = deps;
  const definitions = new Map([...deps.configs].map(([type, config]) => [type, definitionText(config)]));
  const app = new Elysia({ name: 'operator-inspect', prefix: '/operator' });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/inspect',
    summary: 'Follow actors in the Stately inspector',
    description: DESCRIPTION,
    input: { query: withKeys(actorFilters.entries, deps.operator.keys) },
    authorize: auth.read,
    responses: {
      200: {
        description: 'The events, until the client disconnects.',
        data: v.looseObject({ type: v.string() }),
        bare: { contentType: 'text/event-stream' },
      },
    },
    handle: ({ query }) =>
      sseReply({
        isSocketToo: true,
        async *frames(signal) {
          for await (const events of inspected(deps, definitions, { ...query, keys: pickKeys(query, deps.operator.keys) }, signal))
            yield events.map((data) => ({ data }));
        },
        onError: (error) => log.error('A stream for the Stately inspector failed', { error }),
      }),
  });
  return app;
}

async function* inspected(
  { feed, operator }: InspectRouteDeps,
  definitions: ReadonlyMap<string, string>,
  filters: ActorFilters,
  signal: AbortSignal,
): AsyncGenerator<readonly StatelyEvent[]> {
  const known = new Map<string, number>();
  let isBegun = false;

  function announce(record: ActorRecord): StatelyEvent {
    learn(record);
    return actorEvent(record, definitions.get(record.type));
  }

  function learn({ id, revision }: ActorRecord): void {
    known.set(id, revision);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  async function steps(id: string, revision: number): Promise<readonly StatelyEvent[]> {
    const told = known.get(id);
    if (told !== undefined && told >= revision) return [];
    const entry = await operator.at(id, revision);
    // When retention has deleted the history entry of a step, nothing is sent for the step. The actor's next event shows its new state.
    if (entry === null) return [];
    const before = told === undefined && revision > 1 ? await operator.at(id, revision - 1) : null;
    const first = told === undefined ? [announce(before?.record ?? entry.record)] : [];
    learn(entry.record);
    return [...first, ...stepEvents(entry)];
  }

  const matches = (event: Parameters<typeof isOfActors>[0]) => event.kind === 'committed' && isOfActors(event, filters);
  for await (const items of feed.follow({ matches, signal, restMs: REST_MS })) {
    for (const { event } of items) {
      if (!isBegun || event.kind === 'feed-gap') {
        // `isBegun` is set before the existing actors are read, so that commits of actors during these reads are sent, too.
        isBegun = true;
        known.clear();
        yield (await presentOf(operator, filters)).map(announce);
      }
      const { success, output } = v.safeParse(committed, event);
      // Events about the lease of an effect are internal to the runtime. The actor's state machine does not receive them, so they are not
      // sent to inspection tools.
      if (success && !isLeaseEvent(output.event)) yield await steps(output.id, output.revision);
    }
  }
}

/** Reads the existing actors that match the filters of an inspection stream, oldest first. */
async function presentOf(operator: InspectRouteDeps['operator'], { id, ...rest }: ActorFilters): Promise<readonly ActorRecord[]> {
  if (id === undefined) {
    const { type, keys } = rest;
    const { actors } = await operator.list({ ...(type === undefined ? {} : { type }), keys, order: 'newest', limit: MOST_AT_FIRST });
    return actors.map(({ record }) => record).reverse();
  }
  const record = await operator.show(id);
  return record !== null && isOfActors({ kind: 'present', atMs: 0, id, type: record.type, indexKeys: record.keys }, rest) ? [record] : [];
}
