/** Ends with 0 when the settings of this process turn the local devnet on, so that the launcher installs what it needs; otherwise with 1. */
import { settingsOf } from '../../src/config/compile-settings.ts';
import { loadProcessConfig } from '../../src/config.ts';
import { devnetSettings } from '../../src/market/devnet/settings.ts';

process.exit(isOn() ? 0 : 1);

function isOn(): boolean {
  try {
    return settingsOf(loadProcessConfig(), devnetSettings).isEnabled;
  } catch {
    // The service itself reports settings that are not valid.
    return false;
  }
}
