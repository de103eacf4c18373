import { OverloadError } from '../values/errors/overload-error.ts';

/**
 * Size in bytes from which a reply counts as large. Smaller replies fit into the operating system's buffer of a connection and are not
 * counted.
 */
const LARGE_BYTES = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/**
 * A client that has not read anything for this number of milliseconds counts as stalled. When the limit of bytes is reached, stalled
 * clients may be disconnected.
 */
const STALLED_MS = 2_000;

/**
 * Limits the total number of bytes of large replies that clients have not read yet. Without this limit, clients that request many replies
 * and do not read them could fill the memory.
 */
export type ReplyBytes = {
  isLarge(body: string | Uint8Array): boolean;
  /**
   * Returns the body of a reply as a stream, which is sent as fast as the client reads it. When the limit is reached, the clients that have
   * read nothing for the longest time are disconnected.
   * @throws OverloadError 503 `replies-in-memory` when the limit is reached and all clients have read something recently
   */
  bodyOf(body: string | Uint8Array, request: Request): ReadableStream<Uint8Array>;
  held(): number;
};

export type ReplyBytesDeps = { readonly maxBytes?: number; readonly stalledMs?: number; readonly nowMs?: () => number };

type Held = { readonly bytes: number; takenAtMs: number; readonly cut: () => void };

export function createReplyBytes(deps: ReplyBytesDeps = {}): ReplyBytes {
  const { maxBytes = MOST_BYTES, stalledMs = STALLED_MS, nowMs = () => performance.now() } = deps;
  /**
   * The large replies that are being sent, ordered by the time when their client last read; the reply whose client has not read for the
   * longest time is first.
   */
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
    // A reply that is larger than the limit is sent only when no other large reply is being sent. Otherwise such a reply could never be
    // sent.
    if (held === 0 || held + bytes <= maxBytes) return;
    throw new OverloadError({
      code: 'replies-in-memory',
      message: 'The replies that this node is sending have reached its memory limit. Send the request again in some seconds.',
      details: { maxBytes },
    });
  }

  return {
    isLarge: (body) => body.length > LARGE_BYTES,
    bodyOf(body, request) {
      // The limit is checked before a text reply is encoded to bytes, so that a refused reply needs no additional memory.
      makeRoom(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      let at = 0;
      let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
      // The response stream is aborted without a reason, because Bun would print a reason to the console.
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
