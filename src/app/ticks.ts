import type { Config } from '../config.ts';
import { type TickSchedule, type TickScheduleDeps, tickSchedule } from './tick-schedule.ts';

/** The ticks of a node, which begin once everything answers, and which an operator may end before. */
export type Ticks = {
  /** Null until they begin. */
  readonly schedule: () => TickSchedule | null;
  readonly begin: () => Promise<void>;
  /** As `TickSchedule.stop`; nothing before they begin. */
  readonly stop: () => Promise<void>;
};

export function createTicks(config: Config, deps: TickScheduleDeps): Ticks {
  let schedule: TickSchedule | null = null;
  return {
    schedule: () => schedule,
    async begin() {
      schedule = await tickSchedule(config, deps);
    },
    stop: async () => void (await schedule?.stop()),
  };
}
