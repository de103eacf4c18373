import type { Log } from '../../platform/log/log.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import type { Timers } from '../../runtime/engine/timers.ts';
import type { TypePauses } from './type-pauses.ts';

/**
 * Reads at regular intervals which types other nodes have paused or resumed; each read covers a few documents. `stop` waits for a read in
 * progress. While the store is not available, the known pauses remain in effect.
 */
export function followPauses(
  pauses: Pick<TypePauses, 'refresh'>,
  { timers, everyMs, log }: { readonly timers: Pick<Timers, 'after'>; readonly everyMs: number; readonly log: Log },
): { readonly stop: () => Promise<void> } {
  let wasFailing = false;

  async function refresh(): Promise<void> {
    try {
      await pauses.refresh();
      wasFailing = false;
    } catch (error) {
      // A failed read is logged only once until a read succeeds, because an unavailable store is also reported elsewhere.
      if (!wasFailing) log.warn('Reading the paused types failed; the known pauses stay in effect', { error });
      wasFailing = true;
    }
  }

  return repeatWork(timers, everyMs, refresh);
}
