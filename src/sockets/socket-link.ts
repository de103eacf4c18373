import type { WebSocketData } from '@socket.io/bun-engine';
import type { Socket, SocketStream } from '../http/socket-stream.ts';

type Transport = WebSocketData['transport'];

/** The link between a client's WebSocket and the Socket.IO engine. It tracks how many of the sent bytes the client has not read yet. */
export type SocketLink = {
  /** Number of sent bytes that the client has not read yet. */
  readonly waiting: () => number;
  /** Resolves when the client has read all bytes sent so far, or has disconnected. */
  readonly drained: () => Promise<void>;
};

/** Maximum number of sent bytes that a client has not read yet. A client with more unread data is disconnected. */
const MOST_WAITING_BYTES = 1_024 * 1_024;
/** Number of messages that a client may send without a pause. After that, it may send `MESSAGES_A_SECOND` messages per second. */
const BURST = 200;
const MESSAGES_A_SECOND = 50;
const CUTS = { 'unreadable-packet': 1002, 'too-many-messages': 1008, 'too-slow': 1013 } as const;

/** Reason for which the service closes a client's connection. The close code of the WebSocket tells the client this reason. */
export type LinkCut = keyof typeof CUTS;

/**
 * Connects a WebSocket of the server with the Socket.IO engine. The engine does not limit how much data waits for a client or how many
 * messages a client sends, so this function limits both.
 */
export function linkSocket(
  transport: Transport,
  {
    nowMs,
    onLink,
    onCut,
  }: { readonly nowMs: () => number; readonly onLink: (link: SocketLink) => void; readonly onCut: (reason: LinkCut) => void },
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
  /** Counts a message that the client has sent; returns false when the client has sent more messages than allowed. */
  const takeMessage = (): boolean => {
    const atMs = nowMs();
    messages = Math.min(BURST, messages + ((atMs - countedAtMs) * MESSAGES_A_SECOND) / 1_000);
    countedAtMs = atMs;
    messages -= 1;
    return messages >= 0;
  };

  const cut = (socket: Socket, reason: LinkCut): void => {
    onCut(reason);
    socket.close(CUTS[reason], reason);
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
      transport.onOpen(asEngineSocket(socket, () => cut(socket, 'too-slow')));
    },
    heard(message) {
      if (open === null) return;
      if (!takeMessage()) return cut(open, 'too-many-messages');
      try {
        transport.onMessage(message);
      } catch {
        // The engine throws an error for a packet that it cannot parse; after such an error, the connection is closed.
        if (open !== null) cut(open, 'unreadable-packet');
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

/** Returns an object with those functions of Bun's WebSocket that the engine calls. Sending is limited by the amount of unread data. */
function asEngineSocket(socket: Socket, onFull: () => void): Bun.ServerWebSocket<WebSocketData> {
  const part: Pick<Bun.ServerWebSocket<WebSocketData>, 'send' | 'close' | 'readyState'> = {
    get readyState() {
      return socket.readyState;
    },
    send(data) {
      if (socket.getBufferedAmount() <= MOST_WAITING_BYTES) return socket.send(data);
      if (socket.readyState === WebSocket.OPEN) onFull();
      return 0;
    },
    close: (code, reason) => socket.close(code, reason),
  };
  return part as Bun.ServerWebSocket<WebSocketData>;
}
