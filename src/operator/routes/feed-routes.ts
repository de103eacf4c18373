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
import { actorFilters, isOfActors, REST_MS } from './feed-filters.ts';

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

const filters = v.object({
  ...actorFilters.entries,
  kind: v.optional(v.picklist(KINDS, `Expected one of ${KINDS.join(', ')}.`)),
});
type Filters = v.InferOutput<typeof filters>;

/** What each event has, beside what belongs to its kind. */
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

const DESCRIPTION = `Server-sent events, named by their kind, as they happen on any node (on this one, while Redis is away or not set).
Each has the node, its number there (\`seq\`), when (\`atMs\`), and what belongs to its kind. All filters must match; an event that is about
no actor (\`tick\`, \`store-error\`) matches none of \`type\`, \`id\`, \`wallet\`, \`chainId\`.

A client that comes back with the last id as \`Last-Event-ID\`, to whichever node, goes on where it was. \`feed-position\` says that there is
nothing up to here, \`feed-gap\` that something is missing, why and how much, \`feed-degraded\` and \`feed-restored\` that other nodes' events
do not come in, and do again. What is missing is in the actors' history.`;

/** `GET /api/operator/feed`: everything that moves, for operators. */
export function createFeedRoutes(deps: { feed: LiveFeed; auth: OperatorAuth; log: Log }): AnyElysia {
  const { feed, auth, log } = deps;
  const app = new Elysia({ name: 'operator-feed', prefix: '/operator' });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/feed',
    summary: 'What actors do, live',
    description: DESCRIPTION,
    input: { query: filters },
    authorize: auth.read,
    responses: { 200: { description: 'Events until the client leaves.', data: eventSchema, bare: { contentType: 'text/event-stream' } } },
    handle({ query, request }) {
      const after = positionOf(request.headers.get('last-event-id'));
      return sseReply({
        frames: (signal) => framesOf(feed.follow({ after, matches: (event) => isMatch(event, query), signal, restMs: REST_MS })),
        onError: (error) => log.error('A stream of the live feed failed', { error }),
      });
    },
  });
  return app;
}

async function* framesOf(batches: AsyncIterable<readonly FeedItem[]>): AsyncGenerator<readonly SseFrame[]> {
  for await (const items of batches) yield items.map(frameOf);
}

function frameOf({ position, node, seq, event }: FeedItem): SseFrame {
  const data = { node, seq, ...event };
  return position === null ? { event: event.kind, data } : { event: event.kind, id: positionText(position), data };
}

function positionOf(lastEventId: string | null): FeedPosition | undefined {
  if (lastEventId === null || lastEventId === '') return undefined;
  const position = parsePosition(lastEventId);
  if (position !== null) return position;
  const message = 'The header Last-Event-ID is none of the ids of this stream. Send the last one that you got, or none to begin now.';
  throw new TerminalError({ code: 'last-event-id-invalid', status: 400, message });
}

function isMatch(event: SeenEvent, filters: Filters): boolean {
  return (filters.kind === undefined || event.kind === filters.kind) && isOfActors(event, filters);
}
