import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for `ms` milliseconds, or rejects with the signal's reason. It is passed as a parameter to all code that polls, so that tests need
 * not wait.
 */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = async (ms, signal) => {
  await wait(ms, undefined, { signal });
};
