import type { RequestContext } from './request-context.ts';
import type { Socket, SocketStream } from './socket-stream.ts';
import type { SseReply } from './sse.ts';

const [GOING_AWAY, FAILED] = [1001, 1011];

/**
 * Sends the frames of a stream over a WebSocket where the client asks for that: the data of each is a message, without name and id.
 * Null when it does not, and gets server-sent events. Who may read was asked before, as of any request; browsers name their page's origin.
 */
export function socketResponse(reply: SseReply, request: Request, context: RequestContext): Response | null {
  const { upgrade, id } = context;
  if (!reply.isSocketToo || upgrade === null || request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null;
  return upgrade(request, { data: streamOf(reply, context), headers: { 'x-request-id': id } }) ? new Response(null, { status: 101 }) : null;
}

function streamOf(reply: SseReply, { closing, watch, route, streamEnded }: RequestContext): SocketStream {
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, closing]);
  let onDrain: (() => void) | null = null;
  let onEnd: (() => void) | null = null;

  /** Never rejects. As fast as the client takes it: while it does not, the source is not asked for more. */
  async function send(socket: Socket): Promise<void> {
    try {
      for await (const frames of reply.frames(signal)) {
        for (const { data } of 'data' in frames ? [frames] : frames) {
          if (signal.aborted) break;
          socket.send(typeof data === 'string' ? data : JSON.stringify(data));
          // All of it: what is sent beyond Bun's bound of bytes that wait is dropped, and a part of them taken is not room for the next.
          while (!left.signal.aborted && socket.getBufferedAmount() > 0) await drain();
        }
        if (signal.aborted) break;
      }
      socket.close(GOING_AWAY);
    } catch (error) {
      reply.onError(error);
      socket.close(FAILED, 'stream-failed');
    }
  }

  function drain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    onDrain = resolve;
    return promise;
  }

  return {
    opened(socket) {
      onEnd = watch?.streamBegan(route) ?? null;
      void send(socket);
    },
    drained: () => onDrain?.(),
    closed() {
      left.abort();
      onDrain?.();
      onEnd?.();
      streamEnded?.();
    },
  };
}
