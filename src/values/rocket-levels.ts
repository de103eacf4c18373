import type { RocketRules } from './rocket-accrual.ts';

/**
 * Parses the rocket levels in a setting's text, such as `10/100,15/150`. Each level has its points per hour and its maximum number of
 * points per day.
 */
export function parseRocketLevels(text: string): RocketRules['levels'] {
  return text.split(',').map((level) => {
    const [ratePerHour = 0, maxDailyCap = 0] = level.split('/').map(Number);
    return { ratePerHour, maxDailyCap };
  });
}

export function rocketLevelsText(levels: RocketRules['levels']): string {
  return levels.map(({ ratePerHour, maxDailyCap }) => `${ratePerHour}/${maxDailyCap}`).join(',');
}
