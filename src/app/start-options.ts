import type { Harness } from '../module/platform.ts';
import type { LostErrors } from './lost-errors.ts';
import type { HarnessTime } from './tick-schedule.ts';

export type AppOptions = Harness & {
  readonly version: string;
  /** For a harness that skips the time in which nothing happens. */
  readonly time?: HarnessTime;
  readonly lostErrors?: LostErrors;
};
