import type { SettingReader } from '../../config/setting-reader.ts';
import type { RampKeys, RampSetting } from '../../values/ramp-keys.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';

type Field = {
  readonly member: keyof RampKeys;
  readonly name: string;
  readonly isSecret: boolean;
  /** Whether the provider stays off while this setting has no value. */
  readonly isNeeded: boolean;
};

const needed = (member: keyof RampKeys, name: string, isSecret = true): Field => ({ member, name, isSecret, isNeeded: true });
const url = (member: keyof RampKeys, name: string): Field => ({ member, name, isSecret: false, isNeeded: false });

/** Settings by provider, with the names of their environment variables. */
export const rampFields: Readonly<Record<string, readonly Field[]>> = {
  'onramp-money': [
    needed('appId', 'ONRAMP_MONEY_APP_ID', false),
    needed('apiKey', 'ONRAMP_MONEY_API_KEY'),
    needed('apiSecret', 'ONRAMP_MONEY_API_SECRET'),
    url('url', 'ONRAMP_MONEY_URL'),
    url('pageUrl', 'ONRAMP_MONEY_PAGE_URL'),
  ],
  guardarian: [needed('apiKey', 'GUARDARIAN_API_KEY'), url('url', 'GUARDARIAN_URL')],
  'alchemy-pay': [
    needed('appId', 'ALCHEMY_PAY_APP_ID', false),
    needed('apiSecret', 'ALCHEMY_PAY_APP_SECRET'),
    url('url', 'ALCHEMY_PAY_URL'),
    url('pageUrl', 'ALCHEMY_PAY_PAGE_URL'),
  ],
  transak: [
    needed('apiKey', 'TRANSAK_API_KEY'),
    needed('apiSecret', 'TRANSAK_API_SECRET'),
    needed('referrer', 'TRANSAK_REFERRER_DOMAIN', false),
    url('url', 'TRANSAK_URL'),
    url('gatewayUrl', 'TRANSAK_GATEWAY_URL'),
  ],
  banxa: [
    needed('partner', 'BANXA_PARTNER', false),
    needed('apiKey', 'BANXA_API_KEY'),
    needed('apiSecret', 'BANXA_API_SECRET'),
    url('url', 'BANXA_URL'),
  ],
};

/** The names of all providers' settings, as listed in `.env.example`. */
export const rampSettingNames: readonly string[] = Object.values(rampFields).flatMap((fields) => fields.map(({ name }) => name));

/**
 * Reads the settings of every provider. It is an error when only some of a provider's needed settings are set. When none is set, the
 * provider is off.
 */
export function readRamps(reader: SettingReader): Readonly<Record<string, RampSetting>> {
  return Object.fromEntries(
    Object.entries(rampFields).map(([provider, fields]): [string, RampSetting] => {
      const keys: RampKeys = Object.fromEntries(
        fields.flatMap(({ member, name }) => {
          const value = member.toLowerCase().endsWith('url') ? reader.url(name, ['http:', 'https:']) : reader.text(name);
          return value === undefined ? [] : [[member, value]];
        }),
      );
      const all = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
      const missing = fields.flatMap(({ member, name, isNeeded }) => (isNeeded && keys[member] === undefined ? [name] : []));
      const [first] = missing;
      if (first !== undefined && missing.length < all.length)
        reader.problem(first, `is not set, but other settings of ${provider} are`, `either all of ${all.join(', ')}, or none of them`);
      return [provider, { keys, missing, secrets: secretsIn(fields, keys) }];
    }),
  );
}

function secretsIn(fields: readonly Field[], keys: RampKeys): readonly string[] {
  const own = fields.flatMap(({ member, isSecret }) => (isSecret ? [keys[member]] : []));
  const urls = [keys.url, keys.gatewayUrl, keys.pageUrl].flatMap((text) => (text === undefined ? [] : secretsInUrl(text)));
  return [...own.filter((text) => text !== undefined), ...urls];
}
