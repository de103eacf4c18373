/** Points of the work at which the service must be killed at least once, by the names that the service reports. */
export const crashPoints = [
  'commit:before',
  'commit:after',
  'sign:before',
  'sign:after',
  'broadcast:before',
  'broadcast:after',
  'receipt:before',
  'receipt:after',
  'fill:written',
  'outcome:told',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

/** How often an ordinary round passes each point. The hit that kills is chosen among these. */
export const hitsPerRound: Readonly<Record<CrashPoint, number>> = {
  'commit:before': 40,
  'commit:after': 40,
  'sign:before': 2,
  'sign:after': 2,
  'broadcast:before': 2,
  'broadcast:after': 2,
  'receipt:before': 2,
  'receipt:after': 2,
  'fill:written': 8,
  'outcome:told': 2,
};

/**
 * The processes that end together with the service: none, its guard (Anvil is orphaned), or guard and Anvil (the chain may return in an
 * older state).
 */
export type Downfall = 'service' | 'with-guard' | 'with-chain';
