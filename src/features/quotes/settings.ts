import { exampleOf, integer } from '../../config/kinds.ts';
import { listOr } from '../../config/say.ts';
import { defineSettings, setting } from '../../config/setting.ts';
import { readBudgets } from './budget-settings.ts';
import { providerSettingNames, readProviders, readTrustedContracts, secretsOfProviders } from './provider-settings.ts';

const TIMES =
  'Time limits of a quote request in milliseconds: for each provider, for the whole stream, and for additional data of a quote (prices, allowance).';
const OFFERS = 'Time limit in milliseconds for a request to a provider for a route of a DCA order or an Autopilot trade.';
const BUDGETS =
  'The maximum number of requests from each node to a provider for orders and trades: per second, at the same time, and per UTC day. Details are in docs/quotes.md.';
const PROVIDERS =
  'API keys of the providers. A provider that requires an API key is off without the key (GET /api/defi/aggregators lists ' +
  "these providers). A setting *_URL replaces the URL of the provider's API.";

export const quotesSettings = defineSettings({
  of: 'quotes',
  title: 'Quotes',
  settings: {
    providerTimeoutMs: integer('QUOTE_PROVIDER_TIMEOUT_MS', { default: 8_000, min: 100, max: 60_000, doc: TIMES }),
    totalTimeoutMs: integer('QUOTE_TOTAL_TIMEOUT_MS', { default: 15_000, min: 100, max: 120_000, doc: TIMES }),
    extrasTimeoutMs: integer('QUOTE_EXTRAS_TIMEOUT_MS', { default: 300, min: 0, max: 10_000, doc: TIMES }),
    /** Additional contracts that the operator allows in a provider's replies, by provider name. */
    trustedContracts: setting({
      lines: [
        exampleOf(
          'PROVIDER_CONTRACTS',
          '{"lifi": ["0x..."]}',
          'Additional contracts, by provider, that trades of the provider may call or that wallets may be asked to approve. The known contracts of the providers are always allowed.',
        ),
      ],
      read: readTrustedContracts,
      say: (trusted) => listOr(Object.keys(trusted), 'none'),
    }),
    vaultOfferTimeoutMs: integer('VAULT_OFFER_TIMEOUT_MS', { default: 2_500, min: 100, max: 8_000, doc: OFFERS }),
    /** Limits of the requests for routes of orders and trades, by provider name. */
    budgets: setting({
      lines: [exampleOf('PROVIDER_BUDGETS', '{"lifi": {"perSecond": 2, "inFlight": 4, "perDay": 50000}}', BUDGETS)],
      read: readBudgets,
      say: (budgets) => listOr(Object.keys(budgets), 'the defaults'),
    }),
    /** The settings of each quote provider, such as its API key, by provider name. */
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
