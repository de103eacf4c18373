import type { SystemSettings } from '../system-settings/create-system-settings.ts';

/** What points are given for. */
export const POINT_REASONS = ['launchpadCreate', 'trade', 'rocket-claim'] as const;
export type PointReason = (typeof POINT_REASONS)[number];

/** Points are whole numbers. */
export type PointRule = {
  /** Points for each event; null: the award says how many. 0: none. */
  readonly points: number | null;
  /** The maximum number of points of a wallet for this reason in a UTC day; null: no limit. */
  readonly perDay: number | null;
};

export type PointRules = { readonly [Reason in PointReason]: PointRule };

/** Reads the rules as they are now. */
export type ReadPointRules = () => Promise<PointRules>;

/** The rules of the system settings. How much a rocket gives in a day is limited by its level. */
export function createPointRules({ value }: Pick<SystemSettings, 'value'>): ReadPointRules {
  return async () => ({
    launchpadCreate: { points: value('points_launchpad_create'), perDay: value('points_launchpad_create_per_day') },
    trade: { points: value('points_trade'), perDay: value('points_trade_per_day') },
    'rocket-claim': { points: null, perDay: null },
  });
}
