import type { Clock } from '../../values/clock.ts';

/** A value and when it was read, UTC ms. */
export type Read<T> = { readonly value: T; readonly atMs: number };

/**
 * One reading for all who ask. What takes no time is read for each question; what takes long is read in the background and not again for a
 * while, so that neither many askers nor a large store can make it a load. Rejects only while nothing was read yet, or not for too long.
 */
export type SharedReading<T> = () => Promise<Read<T>>;

/** What takes less is read each time. */
const CHEAP_MS = 10;
const LEAST_PAUSE_MS = 2_000;
/** So that reading takes at most a twentieth of the time, whatever it costs. */
const PAUSE_FACTOR = 20;
/** An older value (nobody asked for it meanwhile) is not given: whoever asks waits for the next one. */
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
    // Whoever asks when the value is too old is told what is wrong; the one here has a value that is good enough.
    if (ageMs > pauseMs) next().catch(() => undefined);
    return Promise.resolve({ value, atMs });
  };
}
