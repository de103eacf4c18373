/** Names of the ramp providers, as in the paths `/defi/<name>/...`. */
export const rampNames = ['onramp-money', 'guardarian', 'alchemy-pay', 'transak', 'banxa'] as const;

export type RampName = (typeof rampNames)[number];
