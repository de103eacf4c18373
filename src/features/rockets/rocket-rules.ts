import type { RocketRules } from '../../values/rocket-accrual.ts';

/** Reads the rules as they are now. A change counts for all that is not claimed yet, which is at most a day's cap of each rocket. */
export type ReadRocketRules = () => Promise<RocketRules>;

export const DEFAULT_ROCKET_RULES: RocketRules = {
  levels: [
    { ratePerHour: 10, maxDailyCap: 100 },
    { ratePerHour: 15, maxDailyCap: 150 },
    { ratePerHour: 25, maxDailyCap: 250 },
    { ratePerHour: 40, maxDailyCap: 400 },
    { ratePerHour: 60, maxDailyCap: 600 },
  ],
  claimWindowMinutes: 60,
};
