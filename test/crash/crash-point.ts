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

/** The number of times that an ordinary round passes each point; the hit that kills is chosen among them. */
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

/** The processes that end with the service: none, its guard (Anvil is orphaned), or guard and Anvil (the chain may come back older). */
export type Downfall = 'service' | 'with-guard' | 'with-chain';
