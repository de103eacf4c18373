import type { Clock } from '../../values/clock.ts';

/** A value, and when it was read in UTC ms. */
export type Read<T> = { readonly value: T; readonly atMs: number };

/**
 * A reading shared by all callers. A fast reading is made for each call. A slow one is made in the background and not repeated for a while,
 * so that neither many callers nor a large store cause much load. Rejects only while there is no value yet, or when the last value is too
 * old.
 */
export type SharedReading<T> = () => Promise<Read<T>>;

/** Readings that take less time than this (ms) are made for each call. */
const CHEAP_MS = 10;
const LEAST_PAUSE_MS = 2_000;
/** Pause after a reading, as a multiple of its duration, so that readings take at most a twentieth of the time. */
const PAUSE_FACTOR = 20;
/** A value older than this number of pauses is not used; the caller waits for a new one. */
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
    // An error of this background reading is ignored here, because the value is recent enough. Once the value is too old, callers get the
    // error.
    if (ageMs > pauseMs) next().catch(() => undefined);
    return Promise.resolve({ value, atMs });
  };
}
