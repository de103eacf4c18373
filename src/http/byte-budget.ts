import { OverloadError } from '../values/errors/overload-error.ts';

/**
 * Maximum total number of bytes of all bodies whose requests are not answered yet. Objects parsed from them take several times as much
 * memory.
 */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Share of the byte budget that is reserved for small bodies, which nearly all requests have. */
const KEPT_FOR_SMALL = 1 / 4;

/** Bounds the bytes that are held in memory at once. */
export type ByteBudget = {
  /**
   * Counts bytes as held in memory.
   * @throws OverloadError 503 `bodies-in-memory` when they exceed the limit; nothing is counted then
   */
  take(bytes: number, isSmall: boolean): void;
  give(bytes: number): void;
  held(): number;
};

export function createByteBudget(maxBytes: number): ByteBudget {
  let held = 0;
  return {
    take(bytes, isSmall) {
      if (held + bytes > (isSmall ? maxBytes : maxBytes * (1 - KEPT_FOR_SMALL))) {
        throw new OverloadError({
          code: 'bodies-in-memory',
          message: 'The memory for request bodies is full, and this request was not processed. Send it again.',
          details: { maxBytes },
        });
      }
      held += bytes;
    },
    give(bytes) {
      held -= bytes;
    },
    held: () => held,
  };
}
