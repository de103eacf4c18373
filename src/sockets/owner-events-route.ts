import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type Bearer, type TokenCheck } from '../http/bearer-auth.ts';
import { bearerToken } from '../http/bearer-token.ts';
import { type SseFrame, sseReply } from '../http/sse.ts';
import type { WalletEvent } from '../module/wallet-event.ts';
import { parsePosition } from '../platform/feed/feed-position.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import type { Clock } from '../values/clock.ts';
import { createFrameQueue } from './frame-queue.ts';
import { type OwnerHub, offsetOf } from './owner-hub.ts';
import { createOwnerStream } from './owner-stream.ts';
import { SESSIONS_EVERY_MS } from './serve-owners.ts';

/** Number of frames that may wait for a slow client. Then only the newest state of each changed record is kept for it. */
const MOST_FRAMES = 32;

const DESCRIPTION =
  'Server-sent events about the records of the signed-in wallet, as the namespace `/` of Socket.IO sends them: `ready` first, then an event ' +
  'with the whole record whenever one changes (`trade`, `position`, `agent`, `notification`, `payment`, `chat`). A client that sends the last ' +
  'id as `Last-Event-ID`, to any node, gets what it missed. `resync` tells it to read all records again, `position-at` only has a newer id, ' +
  'and `ended` comes before the stream ends with its access token or session.';

type Deps = {
  readonly hub: OwnerHub;
  readonly events: readonly WalletEvent[];
  readonly bearer: Bearer;
  readonly tokens: Pick<TokenCheck, 'read' | 'isOpen'>;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly clock: Clock;
  readonly onSent: (event: string) => void;
  readonly onError: (error: unknown) => void;
};

/** Creates the route `GET /api/user/events`, which is our addition. */
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
      const isLost = lastId !== null && (after === null || !(await deps.hub.reaches(after)));
      const begin = { wallet, sessionId, expiresAtMs, after: isLost ? null : after, isLost };
      return sseReply({ frames: (signal) => framesOf(deps, begin, signal), onError: deps.onError });
    },
  });
  return app;
}

type Begin = {
  readonly wallet: Parameters<typeof createOwnerStream>[0]['wallet'];
  readonly sessionId: string;
  readonly expiresAtMs: number;
  /** Position of the last event that a reconnecting client received. */
  readonly after: FeedPosition | null;
  /** Whether the client has missed events that the feed no longer contains. */
  readonly isLost: boolean;
};

async function* framesOf(deps: Deps, begin: Begin, closing: AbortSignal): AsyncGenerator<readonly SseFrame[]> {
  const { hub, events, clock, onSent, onError } = deps;
  const { wallet, after, isLost } = begin;
  const left = new AbortController();
  const signal = AbortSignal.any([closing, left.signal]);
  const queue = createFrameQueue({ most: MOST_FRAMES, signal });
  const send = (event: string, data: object, offset: string | null): void => {
    queue.push({ event, data, ...(offset === null ? {} : { id: offset }) });
    onSent(event);
  };
  const stream = createOwnerStream({ wallet, after, events, nowMs: clock.now, onError, output: { send, ready: queue.ready } });
  const leave = hub.join(stream);
  const watch = endWithSession(deps, begin, (code, message) => {
    send('ended', { code, message }, null);
    queue.end();
  });
  try {
    const here = await hub.position();
    if (after === null) stream.seen(here);
    yield [{ event: 'ready', data: { wallet, continued: after !== null }, ...idOf(after ?? here) }];
    onSent('ready');
    if (isLost) stream.missed('too-long-ago');
    if (after !== null) void continueAfter(after);
    for (let frames = await queue.take(); frames.length > 0; frames = await queue.take()) yield frames;
  } finally {
    left.abort();
    watch();
    leave();
    stream.end();
  }

  async function continueAfter(position: FeedPosition): Promise<void> {
    try {
      stream.caughtUp(await hub.catchUp(stream, position, signal));
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      stream.missed('unreadable');
      stream.caughtUp(await hub.position());
    }
  }
}

/** Calls `end` when the access token expires or its session ends. Returns a function that stops the checks. */
function endWithSession(
  { tokens, timers, clock, onError }: Deps,
  { sessionId, expiresAtMs }: Begin,
  end: (code: string, message: string) => void,
): () => void {
  let cancel = timers.after(SESSIONS_EVERY_MS, check);
  let isOver = false;
  function check(): void {
    if (clock.now() >= expiresAtMs) {
      end('token-expired', 'The access token of this stream has expired. Connect again with a new one.');
      return;
    }
    tokens
      .isOpen(sessionId)
      .then((isOpen) => {
        if (isOver) return;
        if (!isOpen) end('session-ended', 'The session of this stream has ended.');
        else again();
      })
      // When the check fails, it is unknown whether the session is still open. It is checked again.
      .catch((error: unknown) => {
        onError(error);
        if (!isOver) again();
      });
  }
  function again(): void {
    cancel = timers.after(Math.max(0, Math.min(SESSIONS_EVERY_MS, expiresAtMs - clock.now())), check);
  }
  return () => {
    isOver = true;
    cancel();
  };
}

function idOf(position: FeedPosition | null): { readonly id?: string } {
  const id = offsetOf(position);
  return id === null ? {} : { id };
}
