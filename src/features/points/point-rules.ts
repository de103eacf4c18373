import type { SystemSettings } from '../system-settings/create-system-settings.ts';

/** The reasons for which points are awarded. */
export const POINT_REASONS = ['launchpadCreate', 'trade', 'rocket-claim'] as const;
export type PointReason = (typeof POINT_REASONS)[number];

/** The rule by which points are awarded for one reason. Points are whole numbers. */
export type PointRule = {
  /** Points per event. Null when each award states its own number of points; 0 when no points are awarded. */
  readonly points: number | null;
  /** The maximum number of points per wallet, reason and UTC day; null for no limit. */
  readonly perDay: number | null;
};

export type PointRules = { readonly [Reason in PointReason]: PointRule };

/** Reads the current rules. */
export type ReadPointRules = () => Promise<PointRules>;

/**
 * Creates the rules for awarding points from the system settings. They contain no daily limit for the points of a rocket (an NFT that earns
 * points while it is staked), because the rocket's level limits its points.
 */
export function createPointRules({ value }: Pick<SystemSettings, 'value'>): ReadPointRules {
  return async () => ({
    launchpadCreate: { points: value('points_launchpad_create'), perDay: value('points_launchpad_create_per_day') },
    trade: { points: value('points_trade'), perDay: value('points_trade_per_day') },
    'rocket-claim': { points: null, perDay: null },
  });
}
