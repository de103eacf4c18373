import { OverloadError } from '../values/errors/overload-error.ts';

/** Smaller replies fit into what the system keeps for a connection, and are not counted. */
const LARGE_BYTES = 64 * 1024;
const SLICE_BYTES = 64 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** Whoever has taken nothing for so long makes room for others when there is none. */
const STALLED_MS = 2_000;

/** Bounds the bytes of large replies that were made and are not taken yet: who asks for many and reads none holds our memory. */
export type ReplyBytes = {
  isLarge(body: string | Uint8Array): boolean;
  /**
   * A body that is handed over as it is taken. When there is no room, those who have not taken anything for longest are cut off.
   * @throws OverloadError 503 `replies-in-memory` when all take theirs
   */
  bodyOf(body: string | Uint8Array, request: Request): ReadableStream<Uint8Array>;
  held(): number;
};

export type ReplyBytesDeps = { readonly maxBytes?: number; readonly stalledMs?: number; readonly nowMs?: () => number };

type Held = { readonly bytes: number; takenAtMs: number; readonly cut: () => void };

export function createReplyBytes(deps: ReplyBytesDeps = {}): ReplyBytes {
  const { maxBytes = MOST_BYTES, stalledMs = STALLED_MS, nowMs = () => performance.now() } = deps;
  /** Whoever took something longest ago first. */
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
    if (held + bytes <= maxBytes) return;
    throw new OverloadError({
      code: 'replies-in-memory',
      message: 'Replies that others have not read yet fill the memory that there is for them. Ask again.',
      details: { maxBytes },
    });
  }

  return {
    isLarge: (body) => body.length > LARGE_BYTES,
    bodyOf(body, request) {
      // Before there is a copy of it: what is refused costs no more than it has.
      makeRoom(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      let at = 0;
      let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
      // Without a reason: Bun prints one.
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
