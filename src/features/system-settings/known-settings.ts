import * as v from 'valibot';
import type { Category } from '../../values/setting-categories.ts';

/** A system setting that this version supports. */
export type KnownSetting<T extends string | number | boolean = string | number | boolean> = {
  readonly category: Category;
  /** The default value, used while no value is stored. */
  readonly default: T;
  /** Schema of the accepted values, as `rule` describes them in words. */
  readonly schema: v.GenericSchema<unknown, T>;
  /** Describes in words, for admins, which values are accepted. */
  readonly rule: string;
  readonly doc: string;
};

/** Every system setting that this version supports, with its type and its default. */
export const knownSettings = {
  audit_free_limit_per_wallet: wholeNumber('limits', {
    ...{ default: 3, min: 0, max: 1_000 },
    doc: 'The number of contract audits that each wallet gets for free.',
  }),
  max_sessions_per_wallet: wholeNumber('limits', {
    ...{ default: 20, min: 1, max: 100 },
    doc: 'The maximum number of open sessions of a wallet. A further sign-in ends the oldest session of the wallet.',
  }),
  max_channels_per_wallet: wholeNumber('limits', {
    ...{ default: 10, min: 0, max: 50 },
    doc: 'The maximum number of notification channels of a wallet.',
  }),
  max_code_mails_per_day: wholeNumber('limits', {
    ...{ default: 1_000, min: 0, max: 1_000_000 },
    doc: 'The maximum number of e-mails with verification codes that are sent in a UTC day, to all receivers together.',
  }),
  sign_in_open: {
    ...{ category: 'security', default: true, schema: v.boolean(), rule: 'true or false' },
    doc: 'Whether wallets may sign in and renew access tokens. When set to false, access tokens issued before expire within 15 minutes.',
  },
  default_display_currency: {
    ...{ category: 'general', default: 'USD', rule: 'a currency code of three capital letters (ISO 4217), such as USD' },
    schema: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    doc: 'The display currency for wallets that have not chosen a currency.',
  },
  points_launchpad_create: wholeNumber('general', {
    ...{ default: 100, min: 0, max: 1_000_000 },
    doc: 'The points that a wallet gets for each token launch.',
  }),
  points_launchpad_create_per_day: wholeNumber('limits', {
    ...{ default: 300, min: 0, max: 1_000_000 },
    doc: 'The maximum number of points that a wallet can get for token launches in a UTC day.',
  }),
  points_trade: wholeNumber('general', {
    ...{ default: 10, min: 0, max: 1_000_000 },
    doc: 'The points that a wallet gets for each trade of at least the minimum value (points_trade_min_usd).',
  }),
  points_trade_per_day: wholeNumber('limits', {
    ...{ default: 100, min: 0, max: 1_000_000 },
    doc: 'The maximum number of points that a wallet can get for trades in a UTC day.',
  }),
  points_trade_min_usd: wholeNumber('limits', {
    ...{ default: 10, min: 0, max: 1_000_000 },
    doc: 'The minimum value in USD of a trade for which the wallet gets points.',
  }),
  rocket_levels: {
    ...{ category: 'general', default: '10/100,15/150,25/250,40/400,60/600' },
    schema: v.pipe(v.string(), v.maxLength(1_000), v.regex(/^\d{1,6}\/\d{1,6}(,\d{1,6}\/\d{1,6}){0,99}$/)),
    rule: 'a comma-separated list with POINTS_PER_HOUR/MAXIMUM_PER_DAY for each level from 1 on, such as 10/100,15/150',
    doc: 'The points per hour and the daily maximum of points that a staked rocket (an NFT) accrues, by the level of the rocket. A change applies to all points not claimed yet.',
  },
  rocket_claim_window_minutes: {
    ...{
      category: 'limits',
      default: 60,
      rule: 'a whole number of minutes from 1 to 1440 that divides a day (1440 minutes) without remainder',
    },
    schema: v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(1),
      v.check((minutes) => 1_440 % minutes === 0),
    ),
    doc: 'The length of a claim window in minutes, counted from midnight UTC. The owner of a rocket (a staked NFT) can claim its points once in each window.',
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
