import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { type SseFrame, sseReply } from '../../http/sse.ts';
import { parsePosition, positionText } from '../../platform/feed/feed-position.ts';
import type { FeedItem, FeedPosition, LiveFeed, SeenEvent } from '../../platform/feed/live-feed.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FeedEvent } from '../../runtime/engine/feed.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { KeyInfo } from '../../values/index-keys.ts';
import { type ActorFilters, actorFilters, isOfActors, REST_MS } from './feed-filters.ts';
import { filterKeys, pickKeys, withKeys } from './key-filters.ts';

const KINDS = [
  'committed',
  'not-accepted',
  'step-failed',
  'conflict',
  'effect-started',
  'effect-ended',
  'quarantined',
  'facts-failed',
  'topics-failed',
  'tick',
  'store-error',
] as const satisfies readonly FeedEvent['kind'][];

const filters = { ...actorFilters.entries, kind: v.optional(v.picklist(KINDS, `Expected one of ${KINDS.join(', ')}.`)) };
const OPERATORS_KINDS: ReadonlySet<string> = new Set(KINDS);
type Filters = ActorFilters & { readonly kind?: FeedEvent['kind'] | undefined };

/** The fields that all feed events have; other fields depend on the kind of event. */
const eventSchema = v.looseObject({
  node: v.string(),
  seq: v.number(),
  kind: v.string(),
  atMs: v.number(),
  id: v.optional(v.string()),
  type: v.optional(v.string()),
  wallet: v.optional(v.nullable(v.string())),
  chainId: v.optional(v.nullable(v.number())),
});

const DESCRIPTION =
  'Server-sent events, named by their kind, as they happen on any node (only on this node without Redis). Each event has its ' +
  'node, its number on that node (`seq`), its time (`atMs`), and the fields of its kind. An event must match all filters; ' +
  'events without an actor (`tick`, `store-error`) match no actor filter. A client that sends the last id as ' +
  '`Last-Event-ID`, to any node, continues after that event. `feed-position` reports that no events are missing so far; ' +
  '`feed-gap` reports missing events, with the reason and number; `feed-degraded` and `feed-restored` report that events of ' +
  "other nodes stop arriving and arrive again. Missing events are in the actors' histories.";

/** Creates the route `GET /api/operator/feed`, the live feed for operators. */
export function createFeedRoutes(deps: { feed: LiveFeed; keys: readonly KeyInfo[]; auth: OperatorAuth; log: Log }): AnyElysia {
  const { feed, keys, auth, log } = deps;
  const names = filterKeys(keys).map(({ name }) => name);
  const app = new Elysia({ name: 'operator-feed', prefix: '/operator' });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/feed',
    summary: 'Follow the live feed of actor events',
    description: DESCRIPTION,
    input: { query: withKeys(filters, keys) },
    authorize: auth.read,
    responses: {
      200: { description: 'The events, until the client disconnects.', data: eventSchema, bare: { contentType: 'text/event-stream' } },
    },
    handle({ query, request }) {
      const after = positionOf(request.headers.get('last-event-id'));
      const wanted: Filters = { ...query, keys: pickKeys(query, keys) };
      return sseReply({
        frames: (signal) => framesOf(feed.follow({ after, matches: (event) => isMatch(event, wanted), signal, restMs: REST_MS }), names),
        onError: (error) => log.error('Live feed stream failed', { error }),
      });
    },
  });
  return app;
}

async function* framesOf(batches: AsyncIterable<readonly FeedItem[]>, names: readonly string[]): AsyncGenerator<readonly SseFrame[]> {
  for await (const items of batches) yield items.map((item) => frameOf(item, names));
}

function frameOf({ position, node, seq, event }: FeedItem, names: readonly string[]): SseFrame {
  const data = { node, seq, ...toldEvent(event, names) };
  return position === null ? { event: event.kind, data } : { event: event.kind, id: positionText(position), data };
}

/**
 * Builds the event that is sent to the client. Each index key becomes a field beside the event's other fields; it is null when the actor
 * has no such key, or its value is not known.
 */
function toldEvent(event: FeedItem['event'], names: readonly string[]): object {
  if (!('indexKeys' in event)) return event;
  const { indexKeys, ...rest } = event;
  const told: { [name: string]: unknown } = rest;
  for (const name of names) told[name] = indexKeys?.[name] ?? null;
  return told;
}

function positionOf(lastEventId: string | null): FeedPosition | undefined {
  if (lastEventId === null || lastEventId === '') return undefined;
  const position = parsePosition(lastEventId);
  if (position !== null) return position;
  const message =
    'The header Last-Event-ID is not an id of this stream. Send the last id that you received, or no header to start with new ' + 'events.';
  throw new TerminalError({ code: 'last-event-id-invalid', status: 400, message });
}

function isMatch(event: SeenEvent, filters: Filters): boolean {
  // Without a filter for the kind, only the event kinds for operators are sent. The other kinds are notifications for wallets about their
  // records.
  const isWanted = filters.kind === undefined ? OPERATORS_KINDS.has(event.kind) : event.kind === filters.kind;
  return isWanted && isOfActors(event, filters);
}
