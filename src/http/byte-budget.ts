import { OverloadError } from '../values/errors/overload-error.ts';

/**
 * Maximum total number of bytes of the bodies of all unanswered requests. Objects parsed from these bodies take several times as much
 * memory.
 */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Share of the maximum number of body bytes in memory that is reserved for small request bodies, which nearly all requests have. */
const KEPT_FOR_SMALL = 1 / 4;

/** Limits the total number of bytes of request bodies that are in memory at the same time. */
export type ByteBudget = {
  /**
   * Adds body bytes to the count of bytes in memory.
   * @throws OverloadError 503 `bodies-in-memory` when the limit would be exceeded; nothing is added then
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
          message:
            'The request bodies that this node is processing have reached its memory limit, so this request was not processed. Send the request again in some seconds.',
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
