/** Names of the ramp providers, as in the paths `/defi/<name>/...`. */
export const rampNames = ['onramp-money', 'guardarian', 'alchemy-pay', 'transak', 'banxa'] as const;

export type RampName = (typeof rampNames)[number];

/** The names of the ramp providers as people know them. */
export const rampTitles: Readonly<Record<RampName, string>> = {
  'onramp-money': 'Onramp.money',
  guardarian: 'Guardarian',
  'alchemy-pay': 'Alchemy Pay',
  transak: 'Transak',
  banxa: 'Banxa',
};

/**
 * Returns a provider's name as people know it. The name of a provider that this program does not support any more is returned unchanged.
 */
export function rampTitleOf(provider: string): string {
  return rampNames.flatMap((name) => (name === provider ? [rampTitles[name]] : []))[0] ?? provider;
}
