import { exampleOf, integer } from '../../config/kinds.ts';
import { listOr } from '../../config/say.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { readBudgets } from './budget-settings.ts';
import { providerSettingNames, readProviders, readTrustedContracts, secretsOfProviders } from './provider-settings.ts';

const TIMES = 'Time limits in milliseconds: of one provider, of the whole stream, and of the details beside a quote (prices, allowance).';
const OFFERS = 'Time limit of a provider in milliseconds, when it is asked for the route of an order or trade.';
const BUDGETS =
  'The most requests for orders and trades to a provider: per second, at once, and per UTC day, for each node. The rest is in docs/quotes.md.';
const PROVIDERS =
  'Keys of the providers. A provider that requires a key is off without it (GET /api/defi/aggregators lists which ones). ' +
  "*_URL replaces the provider's address.";

export const quotesSettings = defineSettings({
  of: 'quotes',
  title: 'Quotes',
  settings: {
    providerTimeoutMs: integer('QUOTE_PROVIDER_TIMEOUT_MS', { default: 8_000, min: 100, max: 60_000, doc: TIMES }),
    totalTimeoutMs: integer('QUOTE_TOTAL_TIMEOUT_MS', { default: 15_000, min: 100, max: 120_000, doc: TIMES }),
    extrasTimeoutMs: integer('QUOTE_EXTRAS_TIMEOUT_MS', { default: 300, min: 0, max: 10_000, doc: TIMES }),
    /** Additional contracts that the settings allow, by provider name. */
    trustedContracts: setting({
      lines: [
        exampleOf(
          'PROVIDER_CONTRACTS',
          '{"lifi": ["0x..."]}',
          'Additional contracts that a provider may call or have approved, beside the known ones.',
        ),
      ],
      read: readTrustedContracts,
      say: (trusted) => listOr(Object.keys(trusted), 'none'),
    }),
    vaultOfferTimeoutMs: integer('VAULT_OFFER_TIMEOUT_MS', { default: 2_500, min: 100, max: 8_000, doc: OFFERS }),
    /** Limits of requests to providers for orders and trades, by provider name. */
    budgets: setting({
      lines: [exampleOf('PROVIDER_BUDGETS', '{"lifi": {"perSecond": 2, "inFlight": 4, "perDay": 50000}}', BUDGETS)],
      read: readBudgets,
      say: (budgets) => listOr(Object.keys(budgets), 'the defaults'),
    }),
    /** API keys by provider name. */
    providers: setting({
      lines: providerSettingNames.map((name) => exampleOf(name, '', PROVIDERS)),
      label: 'provider keys',
      read: readProviders,
      say: (providers) =>
        listOr(
          Object.entries(providers).flatMap(([name, { apiKey }]) => (apiKey === undefined ? [] : [name])),
          'none',
        ),
      secretsIn: secretsOfProviders,
    }),
  },
});
