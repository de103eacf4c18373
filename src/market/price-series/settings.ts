import { integer } from '../../config/kinds.ts';
import { defineSettings, type ValuesOf } from '../../config/setting.ts';

export const priceHistorySettings = defineSettings({
  of: 'priceHistory',
  title: 'Prices for exits (stop loss, take profit)',
  settings: {
    maxPriceJumpBps: integer('AUTOPILOT_MAX_PRICE_JUMP_BPS', {
      ...{ default: 2_000, min: 1, max: 10_000 },
      doc:
        'Maximum change between two prices, in basis points, at which an exit (stop loss, take profit) acts at once. After a ' +
        'larger change, the exit waits until a second source or the next regular check confirms the price.',
    }),
    maxPriceAgeSeconds: integer('AUTOPILOT_MAX_PRICE_AGE_SECONDS', {
      ...{ default: 600, min: 1, max: 86_400 },
      doc: 'Maximum age of a price on which an exit acts, in seconds.',
    }),
  },
});

/**
 * Converts the settings to the limits for prices that decide about exits (protective sells): the maximum age of a price, and its maximum
 * jump from the previous price.
 */
export function guardOf({ maxPriceAgeSeconds, maxPriceJumpBps }: ValuesOf<typeof priceHistorySettings>) {
  return { maxAgeMs: maxPriceAgeSeconds * 1_000, maxJumpBps: maxPriceJumpBps };
}
