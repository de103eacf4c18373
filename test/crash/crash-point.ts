/** The named points at which the campaign must kill the service at least once. The service reports these names. */
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

/** How many times a normal round passes each named point. The pass at which the service is killed is chosen among these. */
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
 * What is killed together with the service: nothing else, its guard (which leaves Anvil orphaned), or guard and Anvil (the chain may then
 * come back in an older state).
 */
export type Downfall = 'service' | 'with-guard' | 'with-chain';
