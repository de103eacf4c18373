import type { Harness } from '../module/platform.ts';
import type { LostErrors } from './lost-errors.ts';
import type { HarnessTime } from './tick-schedule.ts';

export type AppOptions = Harness & {
  readonly version: string;
  /** Clock and timers of a test harness that skips idle time; missing in production. */
  readonly time?: HarnessTime;
  readonly lostErrors?: LostErrors;
};
