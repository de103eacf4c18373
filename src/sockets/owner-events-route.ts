import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type Bearer, type TokenCheck } from '../http/bearer-auth.ts';
import { bearerToken } from '../http/bearer-token.ts';
import { type SseFrame, sseReply } from '../http/sse.ts';
import type { WalletEvent } from '../module/wallet-event.ts';
import { parsePosition } from '../platform/feed/feed-position.ts';
import type { Clock } from '../values/clock.ts';
import { followRecords, type LastReceived } from './follow-records.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { SignedInClient } from './identify.ts';
import type { OwnerHub } from './owner-hub.ts';
import type { SessionWatch } from './session-watch.ts';

/**
 * Number of frames (encoded server-sent events) that may wait for a slow client. When this number is reached, only the newest state of each
 * changed record is kept for that client.
 */
const MOST_FRAMES = 32;

const DESCRIPTION =
  'Server-sent events about the records of the signed-in wallet; the Socket.IO namespace `/` sends the same events. `ready` comes first. ' +
  'Whenever a record changes, an event contains the whole record (`trade`, `position`, `agent`, `notification`, `payment`, `chat`). A client ' +
  'that sends the id of its last event as `Last-Event-ID`, to any node, gets the events that it missed. `resync` asks the client to read all ' +
  'its records again, and `position-at` only contains a newer id. `ended` is sent when the access token or the session ends.';

type Deps = {
  readonly hub: OwnerHub;
  readonly events: readonly WalletEvent[];
  readonly bearer: Bearer;
  readonly tokens: Pick<TokenCheck, 'read'>;
  readonly sessions: SessionWatch;
  readonly clock: Clock;
  readonly onSent: (event: string) => void;
  readonly onError: (error: unknown) => void;
};

/** Creates the route `GET /api/user/events`, which is an addition to the API specification. */
export function createOwnerEventsRoute(deps: Deps): AnyElysia {
  const app = new Elysia({ name: 'owner-events', prefix: '/user' });
  addBearerRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/events',
    summary: "Follow the changes of a wallet's records",
    description: DESCRIPTION,
    input: {},
    bearer: deps.bearer,
    responses: {
      200: {
        description: 'The events, until the client disconnects or its session ends.',
        data: v.looseObject({}),
        bare: { contentType: 'text/event-stream' },
      },
    },
    async handle({ request, authWallet: wallet, sessionId }) {
      const { expiresAtMs } = await deps.tokens.read(bearerToken(request) ?? '');
      const lastId = request.headers.get('last-event-id');
      const after = lastId === null ? null : parsePosition(lastId);
      const isThere = after !== null && (await deps.hub.reaches(after));
      const last: LastReceived = lastId === null ? null : isThere ? after : 'lost';
      const client = { wallet, sessionId, endsAtMs: expiresAtMs, last };
      return sseReply({ frames: (signal) => framesOf(deps, client, signal), onError: deps.onError });
    },
  });
  return app;
}

async function* framesOf(
  { hub, events, clock, sessions, onSent, onError }: Deps,
  { wallet, last, ...session }: SignedInClient & { readonly last: LastReceived },
  closing: AbortSignal,
): AsyncGenerator<readonly SseFrame[]> {
  const left = new AbortController();
  const signal = AbortSignal.any([closing, left.signal]);
  const queue = createFrameQueue({ most: MOST_FRAMES, signal });
  const send = (event: string, data: object, offset: string | null): void => {
    queue.push({ event, data, ...(offset === null ? {} : { id: offset }) });
    onSent(event);
  };
  followRecords({ hub, events, clock, wallet, last, output: { send, ready: queue.ready }, signal, onError });
  const leave = sessions.add(session, (code, message) => {
    send('ended', { code, message }, null);
    queue.end();
  });
  try {
    for (let frames = await queue.take(); frames.length > 0; frames = await queue.take()) yield frames;
  } finally {
    left.abort();
    leave();
  }
}
