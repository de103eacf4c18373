import type { Config } from '../config.ts';
import { type TickSchedule, type TickScheduleDeps, tickSchedule } from './tick-schedule.ts';

/** The ticks (checks of due actors) of a node. They start when the node is ready, and an operator may stop them by draining the node. */
export type Ticks = {
  /** The tick schedule; null until the ticks start. */
  readonly schedule: () => TickSchedule | null;
  readonly begin: () => Promise<void>;
  /** Stops the ticks like `TickSchedule.stop`; does nothing before they start. */
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
