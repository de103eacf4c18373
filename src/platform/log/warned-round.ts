import type { Clock } from '../../values/clock.ts';
import { createRepeats, type RepeatsLog } from './repeats.ts';

/**
 * Makes a round of repeated work that never rejects. A round that fails is logged; further failed rounds are logged ever more rarely, and the
 * first round that succeeds again is logged, too.
 * @param failed the message of a failed round
 * @param over the message of the first round that succeeds again
 */
export function warnedRound(
  work: () => Promise<unknown>,
  { log, clock, failed, over }: { readonly log: RepeatsLog; readonly clock: Clock; readonly failed: string; readonly over: string },
): () => Promise<void> {
  const repeats = createRepeats({ log, now: clock.now });
  return async () => {
    try {
      await work();
      repeats.over('round', over);
    } catch (error) {
      repeats.warn('round', failed, { error });
    }
  };
}
