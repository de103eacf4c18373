import type { RocketRules } from './rocket-accrual.ts';

/** Reads the levels of rockets from the text of a setting: points an hour and the most a day of each level, such as `10/100,15/150`. */
export function parseRocketLevels(text: string): RocketRules['levels'] {
  return text.split(',').map((level) => {
    const [ratePerHour = 0, maxDailyCap = 0] = level.split('/').map(Number);
    return { ratePerHour, maxDailyCap };
  });
}

export function rocketLevelsText(levels: RocketRules['levels']): string {
  return levels.map(({ ratePerHour, maxDailyCap }) => `${ratePerHour}/${maxDailyCap}`).join(',');
}
