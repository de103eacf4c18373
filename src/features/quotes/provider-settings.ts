import type { SettingReader } from '../../config/setting-reader.ts';
import { isAddress } from '../../values/address.ts';
import { secretsInUrl } from '../../values/secrets-in-url.ts';

/** The settings of one quote provider. All except the URL are secret. */
export type ProviderSetting = {
  readonly url?: string;
  readonly apiKey?: string;
  readonly apiSecret?: string;
  readonly apiPassphrase?: string;
};

/** The prefix of the names of each provider's settings (`LIFI_API_KEY`, `LIFI_URL`), by provider name. */
const PREFIXES: Readonly<Record<string, string>> = {
  lifi: 'LIFI',
  '0x': 'ZEROX',
  '1inch': 'ONEINCH',
  kyberswap: 'KYBERSWAP',
  velora: 'VELORA',
  odos: 'ODOS',
  openocean: 'OPENOCEAN',
  rango: 'RANGO',
  squid: 'SQUID',
  across: 'ACROSS',
  debridge: 'DEBRIDGE',
  relay: 'RELAY',
  bungee: 'BUNGEE',
  enso: 'ENSO',
  cow: 'COW',
  jupiter: 'JUPITER',
  changenow: 'CHANGENOW',
  okx: 'OKX',
};

/** The names of the providers that have settings. */
export const providerNames: readonly string[] = Object.keys(PREFIXES);

/** The names of all providers' settings, as listed in `.env.example`. */
export const providerSettingNames: readonly string[] = Object.values(PREFIXES).flatMap((prefix) => [
  `${prefix}_API_KEY`,
  `${prefix}_URL`,
  ...(prefix === 'OKX' ? ['OKX_API_SECRET', 'OKX_API_PASSPHRASE'] : []),
]);

/** Returns the secret values in providers' settings, which must never appear in logs. */
export function secretsOfProviders(providers: Readonly<Record<string, ProviderSetting>>): readonly string[] {
  return Object.values(providers).flatMap(({ url, apiKey, apiSecret, apiPassphrase }) => [
    ...[apiKey, apiSecret, apiPassphrase].filter((text) => text !== undefined),
    ...(url === undefined ? [] : secretsInUrl(url)),
  ]);
}

export function readProviders(reader: SettingReader): Readonly<Record<string, ProviderSetting>> {
  return Object.fromEntries(
    Object.entries(PREFIXES).map(([name, prefix]) => {
      const url = reader.url(`${prefix}_URL`, ['http:', 'https:']);
      const apiKey = reader.text(`${prefix}_API_KEY`);
      const apiSecret = name === 'okx' ? reader.text('OKX_API_SECRET') : undefined;
      const apiPassphrase = name === 'okx' ? reader.text('OKX_API_PASSPHRASE') : undefined;
      if (name === 'okx' && apiKey !== undefined && (apiSecret === undefined || apiPassphrase === undefined)) {
        reader.problem('OKX_API_KEY', 'is set without OKX_API_SECRET and OKX_API_PASSPHRASE', 'either all three settings, or none of them');
      }
      const setting: ProviderSetting = {
        ...(url === undefined ? {} : { url }),
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(apiSecret === undefined ? {} : { apiSecret }),
        ...(apiPassphrase === undefined ? {} : { apiPassphrase }),
      };
      return [name, setting];
    }),
  );
}

/** Reads the setting `PROVIDER_CONTRACTS`: additional contracts that are allowed in a provider's replies, as JSON `{"lifi": ["0x..."]}`. */
export function readTrustedContracts(reader: SettingReader): Readonly<Record<string, readonly string[]>> {
  const text = reader.text('PROVIDER_CONTRACTS');
  if (text === undefined) return {};
  const accepted = 'JSON such as {"lifi": ["0x..."]}, by provider name';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    reader.problem('PROVIDER_CONTRACTS', 'is not JSON', accepted);
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    reader.problem('PROVIDER_CONTRACTS', 'is not an object', accepted);
    return {};
  }
  const trusted: Record<string, readonly string[]> = {};
  for (const [name, list] of Object.entries(parsed)) {
    const addresses = Array.isArray(list) ? list.map((entry) => String(entry).toLowerCase()) : [];
    if (!(name in PREFIXES)) reader.problem('PROVIDER_CONTRACTS', `names an unknown provider ${JSON.stringify(name)}`, accepted);
    else if (addresses.length === 0 || !addresses.every(isAddress)) {
      reader.problem('PROVIDER_CONTRACTS', `has no list of addresses for ${name}`, accepted);
    } else trusted[name] = addresses;
  }
  return trusted;
}
