/** What points are given for. */
export const POINT_REASONS = ['launchpadCreate', 'trade', 'rocket-claim'] as const;
export type PointReason = (typeof POINT_REASONS)[number];

/** Points are whole numbers. */
export type PointRule = {
  /** Points for each event; null: the award says how many. 0: none. */
  readonly points: number | null;
  /** The most points of a wallet for this reason in a UTC day; null: no limit. */
  readonly perDay: number | null;
};

export type PointRules = { readonly [Reason in PointReason]: PointRule };

/** Reads the rules as they are now. */
export type ReadPointRules = () => Promise<PointRules>;

export const DEFAULT_POINT_RULES: PointRules = {
  launchpadCreate: { points: 100, perDay: 300 },
  trade: { points: 10, perDay: 100 },
  // How much a rocket gives in a day is limited by its level.
  'rocket-claim': { points: null, perDay: null },
};
