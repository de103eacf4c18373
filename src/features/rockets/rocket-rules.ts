import type { RocketRules } from '../../values/rocket-accrual.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';

/** Reads the rules as they are now. A change counts for all that is not claimed yet, which is at most a day's cap of each rocket. */
export type ReadRocketRules = () => Promise<RocketRules>;

/** The rules of rockets, as the system settings have them. */
export function createRocketRules({ value }: Pick<SystemSettings, 'value'>): ReadRocketRules {
  return async () => {
    const levels = value('rocket_levels')
      .split(',')
      .map((level) => {
        const [ratePerHour = 0, maxDailyCap = 0] = level.split('/').map(Number);
        return { ratePerHour, maxDailyCap };
      });
    return { levels, claimWindowMinutes: value('rocket_claim_window_minutes') };
  };
}
