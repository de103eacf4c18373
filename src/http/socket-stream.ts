/** What a WebSocket is for, from its opening to its end. */
export type SocketStream = {
  readonly opened: (socket: Socket) => void;
  /** The client has taken some of what it was sent. */
  readonly drained: () => void;
  readonly closed: () => void;
};

export type Socket = Pick<Bun.ServerWebSocket<SocketStream>, 'send' | 'close' | 'getBufferedAmount'>;

/** False: the handshake was none. Bun ignores what is answered after a true one. */
export type Upgrade = (
  request: Request,
  options: { readonly data: SocketStream; readonly headers: Readonly<Record<string, string>> },
) => boolean;

/** Nothing that a client says is listened to. */
const MOST_HEARD_BYTES = 1_024;

export const socketHandler: Bun.WebSocketHandler<SocketStream> = {
  maxPayloadLength: MOST_HEARD_BYTES,
  open: (socket) => socket.data.opened(socket),
  message() {
    // A receiver of the protocol says nothing.
  },
  drain: ({ data }) => data.drained(),
  close: ({ data }) => data.closed(),
};
