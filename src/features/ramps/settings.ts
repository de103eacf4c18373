import { exampleOf, integer } from '../../config/kinds.ts';
import { listOr } from '../../config/say.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import type { SettingReader } from '../../config/setting-reader.ts';
import { rampSettingNames, readRamps } from './ramp-settings.ts';

const TIMES =
  'Time limits in milliseconds for a request to the ramp providers for offers: the limit for each provider, and the limit for all providers together.';
const KEYS =
  'Keys of the ramp providers, which sell crypto for money and buy crypto for money (docs/ramps.md). A provider whose keys ' +
  "are not set is off. A setting *_URL replaces the URL of the provider's API, for example by the URL of its sandbox.";
const PUBLIC_URL =
  'The public URL of this service, including /api. Ramp providers send their webhooks to this URL. If it is not set, no ' +
  'webhook is registered, and orders are only polled.';

/** Reads the public URL of this service. Everybody can see it, so it must not contain a password or a key. */
function readPublicUrl(reader: SettingReader): string | null {
  const text = reader.url('PUBLIC_URL', ['http:', 'https:']);
  if (text === undefined) return null;
  const { username, password, search, hash } = new URL(text);
  if (username === '' && password === '' && search === '' && hash === '') return text.replace(/\/+$/, '');
  reader.problem(
    'PUBLIC_URL',
    'contains a user, a password, a query or a fragment, which the ramp providers would receive',
    'a URL without a user, query or fragment',
  );
  return null;
}

export const rampsSettings = defineSettings({
  of: 'ramps',
  title: 'Ramps',
  settings: {
    publicUrl: setting({
      lines: [exampleOf('PUBLIC_URL', 'https://api.example.org/api', PUBLIC_URL)],
      read: readPublicUrl,
      say: (url) => url ?? 'not set',
    }),
    providerTimeoutMs: integer('RAMP_PROVIDER_TIMEOUT_MS', { default: 7_000, min: 100, max: 60_000, doc: TIMES }),
    totalTimeoutMs: integer('RAMP_TOTAL_TIMEOUT_MS', { default: 8_000, min: 100, max: 60_000, doc: TIMES }),
    /** The API keys of the ramp providers, by provider name. */
    ramps: setting({
      lines: rampSettingNames.map((name) => exampleOf(name, '', KEYS)),
      label: 'ramp keys',
      read: readRamps,
      say: (settings) =>
        listOr(
          Object.entries(settings).flatMap(([provider, { missing }]) => (missing.length === 0 ? [provider] : [])),
          'none',
        ),
      secretsIn: (settings) => Object.values(settings).flatMap(({ secrets }) => secrets),
    }),
  },
});
