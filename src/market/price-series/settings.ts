import { integer } from '../../config/kinds.ts';
import { defineSettings, type ValuesOf } from '../../config/setting.ts';

export const priceHistorySettings = defineSettings({
  of: 'priceHistory',
  title: 'Prices that exits act on',
  settings: {
    maxPriceJumpBps: integer('AUTOPILOT_MAX_PRICE_JUMP_BPS', {
      ...{ default: 2_000, min: 1, max: 10_000 },
      doc:
        'The largest change between two prices, in basis points, at which an exit (stop loss, take profit) acts at once. After a ' +
        'larger change it waits for a second source or the next tick.',
    }),
    maxPriceAgeSeconds: integer('AUTOPILOT_MAX_PRICE_AGE_SECONDS', {
      ...{ default: 600, min: 1, max: 86_400 },
      doc: 'The greatest age of a price on which an exit acts.',
    }),
  },
});

/** Converts the settings to the limits for prices that decide about exits: their maximum age and maximum jump. */
export function guardOf({ maxPriceAgeSeconds, maxPriceJumpBps }: ValuesOf<typeof priceHistorySettings>) {
  return { maxAgeMs: maxPriceAgeSeconds * 1_000, maxJumpBps: maxPriceJumpBps };
}
