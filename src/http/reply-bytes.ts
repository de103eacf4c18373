import { OverloadError } from '../values/errors/overload-error.ts';

/** Replies below this size fit into the system's buffer of a connection and are not counted. */
const LARGE_BYTES = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** When the limit is reached, a client that has read nothing for this long (ms) may be disconnected. */
const STALLED_MS = 2_000;

/**
 * Limits the bytes of large replies that clients have not read yet. Otherwise clients that request many replies and read none would fill
 * the memory.
 */
export type ReplyBytes = {
  isLarge(body: string | Uint8Array): boolean;
  /**
   * Returns a body that is sent as fast as the client reads it. When the limit is reached, the clients that have read nothing for the
   * longest time are disconnected.
   * @throws OverloadError 503 `replies-in-memory` when all of them are still reading
   */
  bodyOf(body: string | Uint8Array, request: Request): ReadableStream<Uint8Array>;
  held(): number;
};

export type ReplyBytesDeps = { readonly maxBytes?: number; readonly stalledMs?: number; readonly nowMs?: () => number };

type Held = { readonly bytes: number; takenAtMs: number; readonly cut: () => void };

export function createReplyBytes(deps: ReplyBytesDeps = {}): ReplyBytes {
  const { maxBytes = MOST_BYTES, stalledMs = STALLED_MS, nowMs = () => performance.now() } = deps;
  /** Replies ordered by the time of their last read, the oldest first. */
  const replies = new Set<Held>();
  let held = 0;

  function drop(reply: Held): void {
    if (replies.delete(reply)) held -= reply.bytes;
  }

  function makeRoom(bytes: number): void {
    const stalledSinceMs = nowMs() - stalledMs;
    for (const reply of replies) {
      if (held + bytes <= maxBytes || reply.takenAtMs > stalledSinceMs) break;
      drop(reply);
      reply.cut();
    }
    // A reply above the limit is sent when no other reply is held. Otherwise it could never be sent.
    if (held === 0 || held + bytes <= maxBytes) return;
    throw new OverloadError({
      code: 'replies-in-memory',
      message: 'The memory for replies is full. Try again.',
      details: { maxBytes },
    });
  }

  return {
    isLarge: (body) => body.length > LARGE_BYTES,
    bodyOf(body, request) {
      // The limit is checked before the bytes are copied, so that a refused reply needs no additional memory.
      makeRoom(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      let at = 0;
      let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
      // The stream is aborted without a reason, because Bun would print the reason.
      const reply: Held = { bytes: bytes.byteLength, takenAtMs: nowMs(), cut: () => controller?.error(undefined) };
      replies.add(reply);
      held += reply.bytes;
      request.signal.addEventListener('abort', () => drop(reply), { once: true });
      return new ReadableStream<Uint8Array>(
        {
          start(own) {
            controller = own;
          },
          pull(own) {
            own.enqueue(bytes.subarray(at, at + SLICE_BYTES));
            at += SLICE_BYTES;
            if (at >= bytes.byteLength) {
              drop(reply);
              own.close();
            } else if (replies.delete(reply)) {
              reply.takenAtMs = nowMs();
              replies.add(reply);
            }
          },
          cancel: () => drop(reply),
        },
        { highWaterMark: 0 },
      );
    },
    held: () => held,
  };
}
