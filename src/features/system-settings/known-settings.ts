import * as v from 'valibot';
import type { Category } from '../../values/setting-categories.ts';

/** A system setting that this version supports. */
export type KnownSetting<T extends string | number | boolean = string | number | boolean> = {
  readonly category: Category;
  /** The default value, used while no value is stored. */
  readonly default: T;
  /** Schema of the accepted values, as `rule` describes them in words. */
  readonly schema: v.GenericSchema<unknown, T>;
  /** Describes to users which values are accepted. */
  readonly rule: string;
  readonly doc: string;
};

/** Every system setting that this version supports, with its type and its default. */
export const knownSettings = {
  audit_free_limit_per_wallet: wholeNumber('limits', {
    ...{ default: 3, min: 0, max: 1_000 },
    doc: 'How many audits of contracts a wallet has for free.',
  }),
  max_sessions_per_wallet: wholeNumber('limits', {
    ...{ default: 20, min: 1, max: 100 },
    doc: 'How many sessions a wallet may have open. One more ends the oldest.',
  }),
  max_channels_per_wallet: wholeNumber('limits', {
    ...{ default: 10, min: 0, max: 50 },
    doc: 'How many channels a wallet may have to which its notifications go.',
  }),
  max_code_mails_per_day: wholeNumber('limits', {
    ...{ default: 1_000, min: 0, max: 1_000_000 },
    doc: 'How many e-mails with codes for new channels are sent in a UTC day, to all together.',
  }),
  sign_in_open: {
    ...{ category: 'security', default: true, schema: v.boolean(), rule: 'true or false' },
    doc: 'Whether wallets may sign in and renew their access tokens. Those that they have end after 15 minutes.',
  },
  default_display_currency: {
    ...{ category: 'general', default: 'USD', rule: 'three capital letters of ISO 4217, such as USD' },
    schema: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    doc: 'The currency of wallets that have chosen none.',
  },
  points_launchpad_create: wholeNumber('general', {
    ...{ default: 100, min: 0, max: 1_000_000 },
    doc: 'Points for a launch.',
  }),
  points_launchpad_create_per_day: wholeNumber('limits', {
    ...{ default: 300, min: 0, max: 1_000_000 },
    doc: 'The largest number of points that a wallet gets for launches in a UTC day.',
  }),
  points_trade: wholeNumber('general', {
    ...{ default: 10, min: 0, max: 1_000_000 },
    doc: 'Points for a trade that counts.',
  }),
  points_trade_per_day: wholeNumber('limits', {
    ...{ default: 100, min: 0, max: 1_000_000 },
    doc: 'The largest number of points that a wallet gets for trades in a UTC day.',
  }),
  points_trade_min_usd: wholeNumber('limits', {
    ...{ default: 10, min: 0, max: 1_000_000 },
    doc: 'The least value of a trade that gives points, in USD.',
  }),
  rocket_levels: {
    ...{ category: 'general', default: '10/100,15/150,25/250,40/400,60/600' },
    schema: v.pipe(v.string(), v.maxLength(1_000), v.regex(/^\d{1,6}\/\d{1,6}(,\d{1,6}\/\d{1,6}){0,99}$/)),
    rule: 'points an hour and the most points a day of each level from 1 on, such as 10/100,15/150',
    doc: 'What a staked rocket gives, by level. A change counts for all that is not claimed yet.',
  },
  rocket_claim_window_minutes: {
    ...{ category: 'limits', default: 60, rule: 'a number of minutes by which a day can be divided, from 1 to 1440' },
    schema: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(1),
      v.check((minutes) => 1_440 % minutes === 0),
    ),
    doc: 'A rocket is claimed once in each window of so many minutes, counted from midnight UTC.',
  },
} as const satisfies Readonly<Record<string, KnownSetting>>;

export type KnownKey = keyof typeof knownSettings;
export type ValueOf<Key extends KnownKey> = v.InferOutput<(typeof knownSettings)[Key]['schema']>;

export function knownSetting(key: string): KnownSetting | null {
  return isKnown(key) ? knownSettings[key] : null;
}

export function isKnown(key: string): key is KnownKey {
  return Object.hasOwn(knownSettings, key);
}

function wholeNumber<const C extends Category>(
  category: C,
  { default: usual, min, max, doc }: { readonly default: number; readonly min: number; readonly max: number; readonly doc: string },
): KnownSetting<number> & { readonly category: C } {
  const schema = v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max));
  return { category, default: usual, schema, rule: `a whole number from ${min} to ${max}`, doc };
}
