import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';
import { ANSWERED_WITH } from './ramp-failures.ts';
import { rampNames } from './ramp-provider.ts';

const KEYS = 'The settings of the service must contain the keys of the provider (see docs/ramps.md).';
const OFF = gives('ramp-off', 503, 'This ramp provider is off, because the settings of this service do not contain its keys.');
const NOT_LISTED = gives('coin-not-listed', 404, 'guardarian does not list the coin BTC on the network BTC.');
const failed = (reason: keyof typeof ANSWERED_WITH, message: string) => gives(`provider-${reason}`, ANSWERED_WITH[reason], message);
const OF_PROVIDERS = [
  failed('amount-out-of-range', 'The provider accepts at least 20 USD and at most 10000 USD.'),
  failed('unsupported', 'The provider does not offer this coin in this country.'),
  failed('unavailable', 'The provider did not answer.'),
];
const wanted = { side: 'buy', fiat: 'USD', fiatAmount: '100', crypto: 'ETH', network: 'ethereum', country: 'DE' };
const exchange = { from: { crypto: 'BTC', network: 'BTC' }, to: { crypto: 'ETH', network: 'ETH' }, amount: '0.01' };
const of = (names: readonly string[], ...routesOf: readonly ((name: string) => string)[]) =>
  routesOf.flatMap((routeOf) => names.map(routeOf));
const SAVING = ['alchemy-pay', 'guardarian', 'onramp-money'];
const ORDER = 'Sign in, and take the `reference` of an order from `GET /defi/ramp-orders`.';
const ORDER_NOT_FOUND = gives('ramp-order-not-found', 404, 'There is no ramp order with this reference.');

/** Example requests and possible errors of the routes of ramps, for the page of API documentation. */
export const rampNotes: NotesByRoute = joinNotes(
  notesOf(['POST /defi/on-off-ramp-quotes'], { body: wanted }),
  notesOf(
    of(rampNames, (name) => `POST /defi/${name}/quotes`),
    { first: KEYS, body: wanted, errors: [OFF, ...OF_PROVIDERS] },
  ),
  notesOf(
    of(rampNames, (name) => `POST /defi/${name}/checkout`),
    {
      ...{ first: KEYS, body: { ...wanted, wallet: SAMPLE.wallet } },
      errors: [
        ...[OFF, ...OF_PROVIDERS],
        gives('reference-not-found', 404, 'The reference does not exist or has expired. Assign a new reference.'),
        gives('public-url-not-set', 503, 'The setting PUBLIC_URL is not set, so the provider cannot send webhooks to this service.'),
      ],
    },
  ),
  notesOf(
    [
      ...of([...SAVING, 'transak'], (name) => `GET /defi/${name}/assign`),
      ...of(['alchemy-pay', 'guardarian'], (name) => `GET /defi/${name}/assign-fiat`),
    ],
    {
      ...{ first: KEYS, query: { fiatAmount: '100', crypto: 'ETH', network: 'ethereum', country: 'DE' }, errors: [OFF, ...OF_PROVIDERS] },
    },
  ),
  notesOf(
    [
      ...['GET /defi/banxa', 'GET /defi/transak', 'POST /defi/guardarian/crypto-list'],
      ...of(
        SAVING,
        (name) => `GET /defi/${name}/save-crypto`,
        (name) => `GET /defi/${name}/save-fiat`,
      ),
    ],
    { first: KEYS, errors: [OFF, ...OF_PROVIDERS] },
  ),
  notesOf(['POST /defi/guardarian'], { first: KEYS, body: exchange, errors: [OFF, NOT_LISTED, ...OF_PROVIDERS] }),
  notesOf(['POST /defi/guardarian/transaction'], {
    first: KEYS,
    body: { ...exchange, wallet: SAMPLE.wallet },
    errors: [OFF, NOT_LISTED, ...OF_PROVIDERS],
  }),
  notesOf(['POST /defi/alchemy-pay/sign'], {
    ...{
      first: KEYS,
      body: {
        ...{ crypto: 'ETH', network: 'ETH', fiat: 'USD', fiatAmount: '100', country: 'DE', address: SAMPLE.wallet },
        merchantOrderNo: '0198c0de-0000-7000-8000-000000000001',
      },
      errors: [OFF, ...OF_PROVIDERS],
    },
  }),
  notesOf([...of(rampNames, (name) => `POST /defi/${name}/webhook`), 'GET /defi/alchemy-pay/webhook'], {
    ...{ first: 'Only the provider can call this route, because it signs its requests.', body: {} },
    errors: [
      OFF,
      gives(
        'webhook-not-genuine',
        401,
        'The webhook is not signed by the provider. Expected a body and a signature exactly as the provider sends them.',
      ),
      gives('webhook-unreadable', 400, 'Expected a webhook of the provider: a JSON object.'),
    ],
  }),
  notesOf(['POST /defi/guardarian/webhook-url', 'POST /defi/onramp-money/setWebhook'], {
    ...{
      first: KEYS,
      errors: [
        OFF,
        gives('public-url-not-set', 503, 'The setting PUBLIC_URL is not set, so the provider cannot send webhooks to this service.'),
        ...OF_PROVIDERS,
      ],
    },
  }),
  notesOf(['GET /defi/ramp-orders/{reference}', 'POST /defi/ramp-orders/{reference}/refresh'], { first: ORDER, errors: [ORDER_NOT_FOUND] }),
  notesOf(['GET /operator/ramps/orders/{reference}', 'POST /operator/ramps/orders/{reference}/refresh'], {
    ...{ first: 'Take the `reference` of an order from `GET /operator/ramps/orders`.', errors: [ORDER_NOT_FOUND] },
  }),
  notesOf(['POST /operator/ramp-providers/{provider}/accept-catalogue'], {
    ...{
      params: { provider: 'transak' },
      first: 'A fetched catalogue must be waiting to be accepted: see `doubted` in `GET /operator/ramp-providers`.',
    },
    errors: [OFF, gives('no-doubted-catalogue', 409, 'No fetched catalogue of this provider is waiting to be accepted.')],
  }),
);
