// What cannot succeed on a local chain without keys, and the documented error that it answers instead.

/** Providers that need no key; nobody answers for them in a test. */
const WITHOUT_KEY = ['across', 'cow', 'debridge', 'lifi', 'odos', 'relay', 'velora'];
const WITH_KEY = ['0x', '1inch', 'change-now', 'okx', 'rango', 'squid'];
const RAMPS = ['alchemy-pay', 'banxa', 'guardarian', 'onramp-money', 'transak'];

const REFUSED: Readonly<Record<string, string>> = {
  // The provider needs a part of its path, which is in no example.
  ...{
    'POST /api/defi/cow': 'invalid-input',
    'POST /api/defi/velora/swap': 'invalid-input',
    'GET /api/defi/debridge/status': 'invalid-input',
  },
  'GET /api/defi/relay/calldata/{commitmentId}': 'not-offered-by-provider',
  'POST /api/defi/relay/commit/{quoteId}': 'not-offered-by-provider',
  // Exchange rates come from CoinGecko.
  ...{ 'GET /api/currency': 'rates-unavailable', 'GET /api/currency/{code}': 'rates-unavailable' },
  // These routes need something that a new local chain does not have.
  'POST /api/admin/tokens': 'token-exists',
  'POST /api/operator/admin/tokens': 'token-exists',
  'POST /api/defi/autopilot/confirm': 'transaction-not-found',
  'GET /api/defi/ramp-orders/{reference}': 'ramp-order-not-found',
  'POST /api/defi/ramp-orders/{reference}/refresh': 'ramp-order-not-found',
  'GET /api/operator/ramps/orders/{reference}': 'ramp-order-not-found',
  'POST /api/operator/ramps/orders/{reference}/refresh': 'ramp-order-not-found',
  'POST /api/operator/ramp-providers/{provider}/accept-catalogue': 'no-doubted-catalogue',
  'POST /api/notifications/{id}/read': 'notification-not-found',
  'POST /api/v1/notifications/{id}/read': 'notification-not-found',
  'POST /api/operator/actors/{id}/retry': 'nothing-waits',
  'POST /api/operator/channels/test': 'channel-not-found',
  'POST /api/operator/deferred/drop': 'deferred-not-found',
  'POST /api/operator/deferred/retry': 'deferred-not-found',
  'POST /api/rocket/claim': 'rocket-not-found',
  // The webhook of a channel is only delivered to a receiver that answers.
  ...{ 'POST /api/user/channels/{id}/test': 'channel-not-verified', 'POST /api/user/channels/{id}/verify': 'code-wrong' },
  ...{ 'POST /api/defi/guardarian': 'coin-not-listed', 'POST /api/defi/guardarian/transaction': 'coin-not-listed' },
  'POST /api/defi/guardarian/webhook-url': 'public-url-not-set',
  'POST /api/defi/onramp-money/setWebhook': 'public-url-not-set',
};

/** A trade's outbox is empty or not, depending on the moment. */
export const EITHER: ReadonlySet<string> = new Set(['POST /api/operator/actors/{id}/retry']);

/** The code of the documented error that the example of a route answers; undefined if it succeeds. */
export function refusedExample(route: string): string | undefined {
  const provider = /^\w+ \/api\/defi\/([^/]+)/.exec(route)?.[1] ?? '';
  if (REFUSED[route] !== undefined) return REFUSED[route];
  if (WITHOUT_KEY.includes(provider)) return 'provider-unavailable';
  if (WITH_KEY.includes(provider)) return 'provider-off';
  return RAMPS.includes(provider) ? 'ramp-off' : undefined;
}
