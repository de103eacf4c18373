import type { Clock } from './clock.ts';

/** A value that was read, and the time of the read in UTC ms. */
export type Read<T> = { readonly value: T; readonly atMs: number };

/**
 * A function through which many callers read the same value, so that they do not overload the store. If reading is fast, every call reads
 * the value. If it is slow, the value is read in the background, with pauses in between, and calls return the last value. The function
 * rejects only when no value was read yet, or when the last value is too old.
 */
export type SharedReading<T> = () => Promise<Read<T>>;

/** A read that takes less than this number of milliseconds counts as fast and is made for each call. */
const CHEAP_MS = 10;
const LEAST_PAUSE_MS = 2_000;
/**
 * Duration of the pause after a slow read, as a multiple of the duration of the read. With a factor of 20, at most a twentieth of the time
 * is spent on reading.
 */
const PAUSE_FACTOR = 20;
/** When the last value is older than this number of pauses, it is not returned any more. A caller then waits for a new read. */
const TOO_OLD_PAUSES = 3;

export function createSharedReading<T>(read: () => Promise<T>, { clock }: { readonly clock: Clock }): SharedReading<T> {
  let last: (Read<T> & { readonly pauseMs: number }) | null = null;
  let inFlight: Promise<Read<T>> | null = null;

  async function once(): Promise<Read<T>> {
    const atMs = clock.now();
    const value = await read();
    const tookMs = clock.now() - atMs;
    last = { value, atMs, pauseMs: tookMs < CHEAP_MS ? 0 : Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * tookMs) };
    return { value, atMs };
  }

  function next(): Promise<Read<T>> {
    inFlight ??= once().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return () => {
    if (last === null || last.pauseMs === 0) return next();
    const { value, atMs, pauseMs } = last;
    const ageMs = clock.now() - atMs;
    if (ageMs > TOO_OLD_PAUSES * pauseMs) return next();
    // An error of this background read is ignored, because the last value is recent enough. Once that value is too old, callers get the
    // error.
    if (ageMs > pauseMs) next().catch(() => undefined);
    return Promise.resolve({ value, atMs });
  };
}
