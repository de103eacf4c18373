import { defineModule } from '../../module/module.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { createSystemSettings, SYSTEM_SETTINGS, type SystemSettings } from './create-system-settings.ts';

/** Time in ms between two reads of the stored settings, by which a node notices changes made on other nodes. */
const EVERY_MS = 1_000;

/** The module for settings that admins can change while the service runs. */
export const systemSettings = defineModule({
  name: 'systemSettings',
  needs: {},
  actors: [],
  collections: [SYSTEM_SETTINGS],
  async start({ records, clock, timers, log }) {
    const gives: SystemSettings = createSystemSettings({ records, clock });
    await gives.refresh();
    const repeats = createRepeats({ log, now: () => clock.now() });
    const following = repeatWork(timers, EVERY_MS, async () => {
      try {
        await gives.refresh();
        repeats.over('refresh', 'System settings are read again');
      } catch (error) {
        repeats.warn('refresh', 'Reading the system settings failed; the known values stay in effect', { error });
      }
    });
    return { gives, stop: following.stop };
  },
});
