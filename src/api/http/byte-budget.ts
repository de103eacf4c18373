import { OverloadError } from '../../values/errors/overload-error.ts';

/** The bodies of all requests that are being answered, together. */
export const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** Bounds the bytes that are held in memory at once. */
export type ByteBudget = {
  /** @throws OverloadError 503 `bodies-in-memory` when there is no room for them; nothing is held then */
  take(bytes: number): void;
  give(bytes: number): void;
  held(): number;
};

export function createByteBudget(maxBytes: number): ByteBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maxBytes) {
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
