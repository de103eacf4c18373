import { contractTools } from './process/contracts.ts';
import { serving } from './process/serving.ts';
import { remoteSigners } from './process/signers.ts';
import { storage } from './process/storage.ts';
import { ticks } from './process/ticks.ts';
import { traces } from './process/traces.ts';
import type { AnySettingGroup, ValuesOf } from './setting.ts';

/** The groups of settings of the process itself. The settings of modules are not included, because each module declares its own. */
export const processGroups: readonly AnySettingGroup[] = [serving, traces, storage, ticks, contractTools, remoteSigners];

/** The values of the settings of the process itself. */
export type ProcessSettings = Readonly<
  ValuesOf<typeof serving> &
    ValuesOf<typeof traces> &
    ValuesOf<typeof storage> &
    ValuesOf<typeof ticks> &
    ValuesOf<typeof contractTools> &
    ValuesOf<typeof remoteSigners>
>;
