import { OverloadError } from '../values/errors/overload-error.ts';

/** The bodies of all requests that are being answered, together. What is made of them takes some times as much. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** The part of it that large bodies leave to small ones, which nearly all requests have. */
const KEPT_FOR_SMALL = 1 / 4;

/** Bounds the bytes that are held in memory at once. */
export type ByteBudget = {
  /** @throws OverloadError 503 `bodies-in-memory` when there is no room for them; nothing is held then */
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
          message: 'The bodies of other requests fill the memory that there is for them. Nothing was done with this one: send it again.',
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
