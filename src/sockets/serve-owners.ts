import type { Namespace, Socket } from 'socket.io';
import type { WalletEvent } from '../module/wallet-event.ts';
import { parsePosition } from '../platform/feed/feed-position.ts';
import type { Clock } from '../values/clock.ts';
import { refuseOtherEvents } from './acknowledge.ts';
import { followRecords } from './follow-records.ts';
import type { SignedInClient } from './identify.ts';
import type { OwnerHub } from './owner-hub.ts';
import type { SessionWatch } from './session-watch.ts';
import { clientOf, knownClientOf } from './signed-in.ts';

export type ServeOwnersDeps = {
  readonly hub: OwnerHub;
  readonly events: readonly WalletEvent[];
  readonly clock: Clock;
  /** Resolves when the client of `socket` can receive more data. */
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
    socket.once('disconnect', () => left.abort());
    const { offset } = socket.handshake.auth;
    const position = socket.recovered && typeof offset === 'string' ? parsePosition(offset) : null;
    followRecords({
      ...{ hub, events, clock, wallet, signal: left.signal, onError },
      last: position ?? (typeof offset === 'string' ? 'lost' : null),
      output: {
        send(name, data, at) {
          socket.emit(name, data, ...(at === null ? [] : [at]));
          onSent(name);
        },
        ready: () => ready(socket),
      },
    });
  });
}

/**
 * Closes the connections of some namespaces when their sign-in session ends. @param onEnded called for each closed connection, with the
 * code of the reason
 */
export function endWithSessions(
  namespaces: readonly Namespace[],
  { sessions, onEnded }: { readonly sessions: SessionWatch; readonly onEnded: (code: string) => void },
): void {
  for (const namespace of namespaces) {
    namespace.on('connection', (socket: Socket) => {
      const client: SignedInClient | null = knownClientOf(socket);
      if (client === null) return;
      const leave = sessions.add(client, (code, message) => {
        onEnded(code);
        socket.emit('ended', { code, message });
        socket.disconnect(true);
      });
      socket.once('disconnect', leave);
    });
  }
}
