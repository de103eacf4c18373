import type { RocketRules } from '../../values/rocket-accrual.ts';
import { parseRocketLevels } from '../../values/rocket-levels.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';

/**
 * Reads the current rules by which rockets (staked NFTs) earn points. A change of the rules also affects points that have accrued but were
 * not claimed; these are at most the points of one day for each rocket.
 */
export type ReadRocketRules = () => Promise<RocketRules>;

/** Creates the function that reads from the system settings the rules by which rockets (staked NFTs) earn points. */
export function createRocketRules({ value }: Pick<SystemSettings, 'value'>): ReadRocketRules {
  return async () => ({ levels: parseRocketLevels(value('rocket_levels')), claimWindowMinutes: value('rocket_claim_window_minutes') });
}
