import type { Config } from '../config.ts';
import { createMinuteSchedule } from '../platform/clock/minute-schedule.ts';
import type { Log } from '../platform/log/log.ts';
import type { ActorSystem } from '../runtime/system.ts';
import type { Clock } from '../values/clock.ts';

/** Ticks the system every interval, and once at once: what was missed while the service was down is made up for. */
export function tickSchedule(
  config: Config,
  { system, clock, log }: { readonly system: ActorSystem; readonly clock: Clock; readonly log: Log },
): { readonly stop: () => Promise<void> } {
  const everyMs = config.tickIntervalMs;
  const tick = async (minute: number): Promise<void> => {
    await system.tick(minute * everyMs);
  };
  const onError = (error: unknown) => log.error('A tick failed', { error });
  const first = tick(Math.floor(clock.now() / everyMs)).catch(onError);
  const schedule = createMinuteSchedule({ clock, everyMs, onMinute: ({ minute }) => tick(minute), onError });
  return {
    async stop() {
      await schedule.stop();
      await first;
    },
  };
}
