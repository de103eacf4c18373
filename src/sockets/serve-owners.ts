import type { Namespace, Socket } from 'socket.io';
import type { TokenCheck } from '../http/bearer-auth.ts';
import type { WalletEvent } from '../module/wallet-event.ts';
import { parsePosition } from '../platform/feed/feed-position.ts';
import type { FeedPosition } from '../platform/feed/live-feed.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import type { Clock } from '../values/clock.ts';
import { refuseOtherEvents } from './acknowledge.ts';
import type { SignedInClient } from './identify.ts';
import { type OwnerHub, offsetOf } from './owner-hub.ts';
import { createOwnerStream } from './owner-stream.ts';
import { clientOf, knownClientOf } from './signed-in.ts';

/** Interval in milliseconds at which the service checks whether the clients' sessions are still open. */
export const SESSIONS_EVERY_MS = 5_000;
/** Maximum delay that a JavaScript timer supports, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type ServeOwnersDeps = {
  readonly hub: OwnerHub;
  readonly events: readonly WalletEvent[];
  readonly tokens: Pick<TokenCheck, 'isOpen'>;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly clock: Clock;
  /** Resolves when the given client can receive more data. */
  readonly ready: (socket: Socket) => Promise<void>;
  readonly onSent: (event: string) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * Notifies each client about changes of its wallet's records. The first event is `ready {wallet, continued}`. A reconnecting client then
 * gets the events that it missed, or `resync {reason}`. The second argument of each event is the client's position in the feed, which the
 * client library sends back automatically when it reconnects.
 */
export function serveOwners(namespace: Namespace, deps: ServeOwnersDeps): void {
  const { hub, events, clock, ready, onSent, onError } = deps;

  namespace.on('connection', (socket: Socket) => {
    const { wallet } = clientOf(socket);
    refuseOtherEvents(socket, []);
    const left = new AbortController();
    const send = (name: string, data: object, offset: string | null): void => {
      socket.emit(name, data, ...(offset === null ? [] : [offset]));
      onSent(name);
    };
    const { offset } = socket.handshake.auth;
    const after = socket.recovered && typeof offset === 'string' ? parsePosition(offset) : null;
    const stream = createOwnerStream({
      ...{ wallet, after, events, nowMs: clock.now, onError },
      output: { send, ready: () => begun.then(() => ready(socket)) },
    });
    const leave = hub.join(stream);
    socket.once('disconnect', () => {
      left.abort();
      leave();
      stream.end();
    });
    // The client needs a position in the feed before its first event, because without one it could not continue after a disconnection.
    const begun = hub.position().then((here) => {
      if (left.signal.aborted) return;
      if (after === null) stream.seen(here);
      send('ready', { wallet, continued: after !== null }, offsetOf(after ?? here));
    });
    if (after !== null) void continueAfter(after);
    else if (typeof offset === 'string') stream.missed('too-long-ago');

    async function continueAfter(position: FeedPosition): Promise<void> {
      try {
        stream.caughtUp(await hub.catchUp(stream, position, left.signal));
      } catch (error) {
        if (left.signal.aborted) return;
        onError(error);
        stream.missed('unreadable');
        stream.caughtUp(await hub.position());
      }
    }
  });
}

/** Ends connections whose token has expired or whose session has ended. */
export function endWithSessions(
  namespaces: readonly Namespace[],
  deps: Pick<ServeOwnersDeps, 'tokens' | 'timers' | 'clock' | 'onError'> & {
    /** Called for each connection that is ended because of its token or session, with the reason's code. */
    readonly onEnded: (code: string) => void;
  },
): { readonly stop: () => Promise<void> } {
  const { tokens, timers, clock, onEnded, onError } = deps;
  const bySession = new Map<string, Set<Socket>>();
  const end = (socket: Socket, code: string, message: string): void => {
    onEnded(code);
    socket.emit('ended', { code, message });
    socket.disconnect(true);
  };

  for (const namespace of namespaces) {
    namespace.on('connection', (socket: Socket) => {
      const client: SignedInClient | null = knownClientOf(socket);
      if (client === null) return;
      const { sessionId, endsAtMs } = client;
      const cancel = timers.after(Math.min(Math.max(0, endsAtMs - clock.now()), LONGEST_TIMER_MS), () => {
        end(socket, 'token-expired', 'The access token or signature of this connection has expired. Connect again with a new one.');
      });
      const others = sessionId === null ? null : (bySession.get(sessionId) ?? new Set<Socket>());
      if (sessionId !== null && others !== null) bySession.set(sessionId, others.add(socket));
      socket.once('disconnect', () => {
        cancel();
        others?.delete(socket);
        if (sessionId !== null && others?.size === 0) bySession.delete(sessionId);
      });
    });
  }

  const work = repeatWork(timers, SESSIONS_EVERY_MS, async () => {
    for (const [sessionId, sockets] of bySession) {
      try {
        if (await tokens.isOpen(sessionId)) continue;
        for (const socket of sockets) end(socket, 'session-ended', 'The session of this connection has ended.');
      } catch (error) {
        // When the check fails, it is unknown whether the session is still open. The connection stays open, and the session is checked
        // again in the next round.
        onError(error);
      }
    }
  });
  return { stop: work.stop };
}
