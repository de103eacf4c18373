import { serving } from './process/serving.ts';
import { storage } from './process/storage.ts';
import { ticks } from './process/ticks.ts';
import { traces } from './process/traces.ts';
import type { AnySettingGroup, ValuesOf } from './setting.ts';

/** The settings of the process itself; those of a module are its own. */
export const processGroups: readonly AnySettingGroup[] = [serving, traces, storage, ticks];

/** What they compile to. */
export type ProcessSettings = Readonly<
  ValuesOf<typeof serving> & ValuesOf<typeof traces> & ValuesOf<typeof storage> & ValuesOf<typeof ticks>
>;
