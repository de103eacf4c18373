import type { RequestContext } from './request-context.ts';
import type { SseReply } from './sse.ts';

/** A stream on its way over a WebSocket. */
export type SocketStream = {
  readonly reply: SseReply;
  readonly context: RequestContext;
  readonly left: AbortController;
  /** Called when the client has taken what it was sent; null while nothing waits for that. */
  onDrain: (() => void) | null;
  onEnd: (() => void) | null;
};

/** False: the handshake was none. Bun ignores what is answered after a true one. */
export type Upgrade = (
  request: Request,
  options: { readonly data: SocketStream; readonly headers: Readonly<Record<string, string>> },
) => boolean;

/** Nothing that a client says is listened to. */
const MOST_HEARD_BYTES = 1_024;
const [GOING_AWAY, FAILED] = [1001, 1011];

/**
 * Sends the frames of a stream over a WebSocket where the client asks for that: the data of each is a message, without name and id.
 * Null when it does not, and gets server-sent events. Who may read was asked before, as of any request; browsers name their page's origin.
 */
export function socketResponse(reply: SseReply, request: Request, context: RequestContext): Response | null {
  const { upgrade, id } = context;
  if (!reply.isSocketToo || upgrade === null || request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null;
  const data: SocketStream = { reply, context, left: new AbortController(), onDrain: null, onEnd: null };
  return upgrade(request, { data, headers: { 'x-request-id': id } }) ? new Response(null, { status: 101 }) : null;
}

export const socketHandler: Bun.WebSocketHandler<SocketStream> = {
  maxPayloadLength: MOST_HEARD_BYTES,
  open(socket) {
    const { context } = socket.data;
    socket.data.onEnd = context.watch?.streamBegan(context.route) ?? null;
    void send(socket);
  },
  message() {
    // A receiver of the protocol says nothing.
  },
  drain: ({ data }) => data.onDrain?.(),
  close({ data }) {
    data.left.abort();
    data.onDrain?.();
    data.onEnd?.();
  },
};

/** Never rejects. As fast as the client takes it: while it does not, the source is not asked for more. */
async function send(socket: Bun.ServerWebSocket<SocketStream>): Promise<void> {
  const { reply, context, left } = socket.data;
  const signal = AbortSignal.any([left.signal, context.closing]);
  try {
    for await (const frames of reply.frames(signal)) {
      for (const { data } of 'data' in frames ? [frames] : frames) {
        if (signal.aborted) break;
        if (socket.send(typeof data === 'string' ? data : JSON.stringify(data)) < 0) await drained(socket);
      }
      if (signal.aborted) break;
    }
    socket.close(GOING_AWAY);
  } catch (error) {
    reply.onError(error);
    socket.close(FAILED, 'stream-failed');
  }
}

function drained({ data }: Bun.ServerWebSocket<SocketStream>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  data.onDrain = resolve;
  return promise;
}
