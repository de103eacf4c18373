import type { Log } from '../../platform/log/log.ts';
import type { Timers } from '../../runtime/engine/timers.ts';
import type { TypePauses } from './type-pauses.ts';

/**
 * Learns what other nodes pause and resume, by one read of a handful of documents each time. Ends with `stop`; a look under way is waited for.
 * While the store is away, what is paused stays paused.
 */
export function followPauses(
  pauses: Pick<TypePauses, 'refresh'>,
  { timers, everyMs, log }: { readonly timers: Pick<Timers, 'after'>; readonly everyMs: number; readonly log: Log },
): { readonly stop: () => Promise<void> } {
  let isStopped = false;
  let wasFailing = false;
  let looking: Promise<void> = Promise.resolve();
  let cancel = timers.after(everyMs, look);

  function look(): void {
    looking = refresh().then(() => {
      if (!isStopped) cancel = timers.after(everyMs, look);
    });
  }

  async function refresh(): Promise<void> {
    try {
      await pauses.refresh();
      wasFailing = false;
    } catch (error) {
      // Once: the store that is away says so in many places.
      if (!wasFailing) log.warn('Which types are paused could not be read; what was known stays', { error });
      wasFailing = true;
    }
  }

  return {
    async stop() {
      isStopped = true;
      cancel();
      await looking;
    },
  };
}
