/** The callbacks of a WebSocket, from its opening to its end. */
export type SocketStream = {
  readonly opened: (socket: Socket) => void;
  /** Called when the client has read a part of the sent data. */
  readonly drained: () => void;
  readonly closed: () => void;
};

export type Socket = Pick<Bun.ServerWebSocket<SocketStream>, 'send' | 'close' | 'getBufferedAmount'>;

/** Upgrades a connection; false when the handshake is invalid. After true, Bun ignores the returned response. */
export type Upgrade = (
  request: Request,
  options: { readonly data: SocketStream; readonly headers: Readonly<Record<string, string>> },
) => boolean;

/** The most bytes of a client's message; all messages are ignored. */
const MOST_HEARD_BYTES = 1_024;

export const socketHandler: Bun.WebSocketHandler<SocketStream> = {
  maxPayloadLength: MOST_HEARD_BYTES,
  open: (socket) => socket.data.opened(socket),
  message() {
    // Clients have nothing to say in this protocol, so that messages are ignored.
  },
  drain: ({ data }) => data.drained(),
  close: ({ data }) => data.closed(),
};
