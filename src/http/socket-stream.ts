/** The callbacks of a WebSocket, from its opening to its end. */
export type SocketStream = {
  readonly opened: (socket: Socket) => void;
  /**
   * Called with each message from the client. When this callback is missing, messages are ignored, and a message of more than a kilobyte
   * closes the connection.
   */
  readonly heard?: (message: string | Buffer) => void;
  /** Called when the client has read some of the buffered data, so that more can be sent. */
  readonly drained: () => void;
  readonly closed: (code: number, reason: string) => void;
};

export type Socket = Pick<Bun.ServerWebSocket<SocketStream>, 'send' | 'close' | 'getBufferedAmount' | 'readyState'>;

/**
 * Upgrades a request's connection to a WebSocket; returns false when the handshake is invalid. After true, Bun ignores the returned
 * response.
 */
export type Upgrade = (
  request: Request,
  options: { readonly data: SocketStream; readonly headers: Readonly<Record<string, string>> },
) => boolean;

/** Maximum size of a client's WebSocket message in bytes. */
export const MOST_MESSAGE_BYTES = 64 * 1_024;
/** Maximum size in bytes of a client's WebSocket message on a connection that ignores messages. A larger message closes the connection. */
const MOST_IGNORED_BYTES = 1_024;
const TOO_BIG = 1009;

export const socketHandler: Bun.WebSocketHandler<SocketStream> = {
  maxPayloadLength: MOST_MESSAGE_BYTES,
  open: (socket) => socket.data.opened(socket),
  message(socket, message) {
    const { heard } = socket.data;
    if (heard !== undefined) heard(message);
    else if (message.length > MOST_IGNORED_BYTES) socket.close(TOO_BIG);
  },
  drain: ({ data }) => data.drained(),
  close: ({ data }, code, reason) => data.closed(code, reason),
};
