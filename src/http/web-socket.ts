import type { RequestContext } from './request-context.ts';
import type { Socket, SocketStream } from './socket-stream.ts';
import type { SseReply } from './sse.ts';

const [GOING_AWAY, FAILED] = [1001, 1011];

/**
 * Sends the frames of a stream over a WebSocket when the client requests a WebSocket. The data of each frame is one message, without event
 * name and id. Returns null when the client requests no WebSocket; that client then gets server-sent events. As for any request, the
 * permission of the client was checked before, and so was the origin of the page in the browser.
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

  /** Sends the frames as fast as the client reads them. While the client does not read, the source of the frames waits. Never rejects. */
  async function send(socket: Socket): Promise<void> {
    try {
      for await (const frames of reply.frames(signal)) {
        for (const { data } of 'data' in frames ? [frames] : frames) {
          if (signal.aborted) break;
          socket.send(typeof data === 'string' ? data : JSON.stringify(data));
          // Waits until the buffer of the connection is empty. Bun drops data beyond its limit of buffered bytes, and a buffer that is only
          // partly empty may be too small for the next frame.
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
