import * as v from 'valibot';
import type { Json } from '../../values/json.ts';
import { parseRocketLevels, rocketLevelsText } from '../../values/rocket-levels.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import type { KnownKey } from '../system-settings/known-settings.ts';

/**
 * A number of the reward rules, such as points or a daily limit. Any non-negative integer is accepted here; the system setting that stores
 * the number checks its range.
 */
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const level = v.object({ ratePerHour: count, maxDailyCap: count });

/** Schema of the reward rules: how many points each activity earns, and its daily limit. */
export const rewardRulesSchema = v.object({
  launchpadCreate: v.object({ points: count, perDay: count }),
  trade: v.object({ points: count, perDay: count, minUsd: count }),
  rocket: v.object({ levels: v.array(level), claimWindowMinutes: count }),
});
export type RewardRules = v.InferOutput<typeof rewardRulesSchema>;

const given = v.exactOptional(count);
/** Schema of a change of the reward rules. All fields are optional. */
export const rewardRulesChange = v.strictObject({
  launchpadCreate: v.exactOptional(v.strictObject({ points: given, perDay: given })),
  trade: v.exactOptional(v.strictObject({ points: given, perDay: given, minUsd: given })),
  rocket: v.exactOptional(
    v.strictObject({ levels: v.exactOptional(v.pipe(v.array(level), v.minLength(1), v.maxLength(100))), claimWindowMinutes: given }),
  ),
});
export type RewardRulesChange = v.InferOutput<typeof rewardRulesChange>;

/** Reads the reward rules from the system settings in the store, which all nodes share. */
export async function readRewardRules(settings: Pick<SystemSettings, 'list'>): Promise<RewardRules> {
  const known = new Map((await settings.list()).map((setting) => [setting.key, setting]));
  /** Returns the value of a reward rule's setting that is in effect: its stored value or, if no valid value is stored, its default. */
  const value = (key: KnownKey): unknown => {
    const setting = known.get(key);
    return setting?.isValid === true ? setting.value : setting?.default;
  };
  const number = (key: KnownKey) => v.parse(v.number(), value(key));
  return {
    launchpadCreate: { points: number('points_launchpad_create'), perDay: number('points_launchpad_create_per_day') },
    trade: { points: number('points_trade'), perDay: number('points_trade_per_day'), minUsd: number('points_trade_min_usd') },
    rocket: {
      levels: [...parseRocketLevels(v.parse(v.string(), value('rocket_levels')))],
      claimWindowMinutes: number('rocket_claim_window_minutes'),
    },
  };
}

/** Returns the system settings, with their new values, that a change of the reward rules must set. */
export function settingsOfRules({ launchpadCreate, trade, rocket }: RewardRulesChange): readonly (readonly [KnownKey, Json])[] {
  const all: readonly (readonly [KnownKey, Json | undefined])[] = [
    ['points_launchpad_create', launchpadCreate?.points],
    ['points_launchpad_create_per_day', launchpadCreate?.perDay],
    ['points_trade', trade?.points],
    ['points_trade_per_day', trade?.perDay],
    ['points_trade_min_usd', trade?.minUsd],
    ['rocket_levels', rocket?.levels === undefined ? undefined : rocketLevelsText(rocket.levels)],
    ['rocket_claim_window_minutes', rocket?.claimWindowMinutes],
  ];
  return all.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}
