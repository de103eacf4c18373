import type { WebSocketData } from '@socket.io/bun-engine';
import type { Socket, SocketStream } from '../http/socket-stream.ts';

type Transport = WebSocketData['transport'];

/** How far a client has read what was sent to it. */
export type SocketLink = {
  /** Bytes that the client has not read yet. */
  readonly waiting: () => number;
  /** Resolves when the client has read them, or has gone. */
  readonly drained: () => Promise<void>;
};

/** A client that lets so many bytes wait is disconnected: it reads far slower than its records change. */
const MOST_WAITING_BYTES = 1_024 * 1_024;
/** A client may send so many messages at once, and then so many a second. */
const BURST = 200;
const MESSAGES_A_SECOND = 50;
const [PROTOCOL_ERROR, TOO_MANY, TOO_SLOW] = [1002, 1008, 1013];

/**
 * Connects a WebSocket of the server with the engine's transport. The engine neither looks at how much waits for a client nor bounds how
 * often a client sends, so this does.
 */
export function linkSocket(
  transport: Transport,
  { nowMs, onLink }: { readonly nowMs: () => number; readonly onLink: (link: SocketLink) => void },
): SocketStream {
  let wake: (() => void)[] = [];
  let messages = BURST;
  let countedAtMs = nowMs();
  let open: Socket | null = null;

  const wakeAll = (): void => {
    const waiting = wake;
    wake = [];
    for (const resolve of waiting) resolve();
  };
  /** False when the client has sent more messages than it may. */
  const takeMessage = (): boolean => {
    const atMs = nowMs();
    messages = Math.min(BURST, messages + ((atMs - countedAtMs) * MESSAGES_A_SECOND) / 1_000);
    countedAtMs = atMs;
    messages -= 1;
    return messages >= 0;
  };

  return {
    opened(socket) {
      open = socket;
      onLink({
        waiting: () => (open === null ? 0 : open.getBufferedAmount()),
        drained() {
          if (open === null || open.getBufferedAmount() === 0) return Promise.resolve();
          const { promise, resolve } = Promise.withResolvers<void>();
          wake.push(resolve);
          return promise;
        },
      });
      transport.onOpen(asEngineSocket(socket));
    },
    heard(message) {
      if (!takeMessage()) return open?.close(TOO_MANY, 'too-many-messages');
      try {
        transport.onMessage(message);
      } catch {
        // The engine throws for packets that it cannot read.
        open?.close(PROTOCOL_ERROR, 'unreadable-packet');
      }
    },
    drained: wakeAll,
    closed(code, reason) {
      open = null;
      wakeAll();
      transport.onCloseEvent(code, reason);
    },
  };
}

/** The part of a WebSocket that the engine uses, with a bound on what may wait. */
function asEngineSocket(socket: Socket): Bun.ServerWebSocket<WebSocketData> {
  const part: Pick<Bun.ServerWebSocket<WebSocketData>, 'send' | 'close' | 'readyState'> = {
    get readyState() {
      return socket.readyState;
    },
    send(data) {
      if (socket.getBufferedAmount() <= MOST_WAITING_BYTES) return socket.send(data);
      socket.close(TOO_SLOW, 'too-slow');
      return 0;
    },
    close: (code, reason) => socket.close(code, reason),
  };
  return part as Bun.ServerWebSocket<WebSocketData>;
}
