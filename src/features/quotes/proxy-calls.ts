import type { QueryValues } from '../../platform/http-client/provider-http.ts';
import { keptNumberOf } from '../../values/exact-json.ts';

/** A client's input to a proxy route: the query, or the fields of a JSON body. Values are forwarded unchanged. */
export type ProxyInput = Readonly<Record<string, unknown>>;

/** A proxy route of this service, and the provider call to which the route forwards requests. */
export type ProxyCall = {
  readonly provider: string;
  /** The route's path under `/defi`. */
  readonly route: string;
  readonly method: 'GET' | 'POST';
  readonly summary: string;
  /**
   * Names of input fields whose values become part of the path in the provider's URL. These fields are not added to the query or the body.
   */
  readonly pathParts?: Readonly<Record<string, RegExp>>;
  /** Fixed fields that are added to the client's input. They replace fields of the input that have the same name. */
  readonly fixedMembers?: ProxyInput;
  /** Maps parameters of the route's path to the provider's names for them. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly upstream: { readonly method: 'GET' | 'POST'; readonly path: (parts: Readonly<Record<string, string>>) => string };
};

const CHAIN_ID = /^[1-9][0-9]{0,11}$/;
const SLUG = /^[a-z0-9_-]{1,40}$/;
const ORDER_ID = /^0x[0-9a-fA-F]{64}$/;

const fixed = (method: 'GET' | 'POST', path: string) => ({ method, path: () => path });

/**
 * The proxy routes of the API specification ("Provider proxy endpoints"), by provider. Each route forwards to exactly one call of its
 * provider and cannot be used for other calls. The service's API key is never sent to clients.
 */
export const proxyCalls: readonly ProxyCall[] = [
  { provider: 'okx', route: '/okx', method: 'POST', summary: 'OKX DEX: a swap', upstream: fixed('GET', '/swap') },
  {
    provider: 'okx',
    route: '/okx/getspender',
    method: 'POST',
    summary: 'OKX DEX: an approval',
    upstream: fixed('GET', '/approve-transaction'),
  },
  {
    provider: 'cow',
    route: '/cow',
    method: 'POST',
    summary: 'Request a CoW Protocol quote (`network`: mainnet, xdai, arbitrum_one, base)',
    pathParts: { network: SLUG },
    upstream: { method: 'POST', path: ({ network }) => `/${network}/api/v1/quote` },
  },
  {
    provider: '0x',
    route: '/0x/quotes',
    method: 'POST',
    summary: 'Request an indicative price from 0x',
    upstream: fixed('GET', '/swap/allowance-holder/price'),
  },
  {
    provider: '0x',
    route: '/0x/swap',
    method: 'POST',
    summary: 'Request a firm quote from 0x',
    upstream: fixed('GET', '/swap/allowance-holder/quote'),
  },
  {
    provider: '0x',
    route: '/0x/spender',
    method: 'POST',
    summary: 'Read the 0x spender (`issues.allowance.spender` of a price)',
    upstream: fixed('GET', '/swap/allowance-holder/price'),
  },
  {
    provider: 'across',
    route: '/across',
    method: 'POST',
    summary: 'Request a bridge quote from Across',
    upstream: fixed('GET', '/swap/approval'),
  },
  {
    provider: 'across',
    route: '/across/status',
    method: 'GET',
    summary: 'Read the status of an Across deposit',
    upstream: fixed('GET', '/deposit/status'),
  },
  {
    provider: 'odos',
    route: '/odos/quote',
    method: 'POST',
    summary: 'Request a quote from Odos',
    upstream: fixed('POST', '/sor/quote/v2'),
  },
  {
    provider: 'odos',
    route: '/odos/assemble',
    method: 'POST',
    summary: 'Build an Odos transaction',
    upstream: fixed('POST', '/sor/assemble'),
  },
  { provider: 'lifi', route: '/lifi/quote', method: 'GET', summary: 'Request a quote from LI.FI', upstream: fixed('GET', '/quote') },
  {
    provider: 'lifi',
    route: '/lifi/status',
    method: 'GET',
    summary: 'Read the status of a LI.FI transfer',
    upstream: fixed('GET', '/status'),
  },
  { provider: 'squid', route: '/squid/tokens', method: 'GET', summary: 'List the tokens of Squid', upstream: fixed('GET', '/tokens') },
  { provider: 'squid', route: '/squid/quote', method: 'POST', summary: 'Request a route from Squid', upstream: fixed('POST', '/route') },
  {
    provider: 'squid',
    route: '/squid/status',
    method: 'GET',
    summary: 'Read the status of a Squid transfer',
    upstream: fixed('GET', '/status'),
  },
  {
    provider: 'rango',
    route: '/rango/quote',
    method: 'POST',
    summary: 'Request a quote from Rango',
    upstream: fixed('GET', '/basic/quote'),
  },
  {
    provider: 'rango',
    route: '/rango/status',
    method: 'GET',
    summary: 'Read the status of a Rango transfer',
    upstream: fixed('GET', '/basic/status'),
  },
  {
    provider: 'debridge',
    route: '/debridge/quote',
    method: 'GET',
    summary: 'Build a deBridge order',
    upstream: fixed('GET', '/dln/order/create-tx'),
  },
  {
    provider: 'debridge',
    route: '/debridge/status',
    method: 'GET',
    summary: 'Read the status of deBridge order `orderId`',
    pathParts: { orderId: ORDER_ID },
    upstream: { method: 'GET', path: ({ orderId }) => `/dln/order/${orderId}/status` },
  },
  { provider: 'relay', route: '/relay/quote', method: 'POST', summary: 'Request a quote from Relay', upstream: fixed('POST', '/quote/v2') },
  {
    provider: 'relay',
    route: '/relay/deposit-addresses',
    method: 'POST',
    summary: 'Request a Relay quote with a deposit address (`useDepositAddress`)',
    fixedMembers: { useDepositAddress: true },
    upstream: fixed('POST', '/quote/v2'),
  },
  {
    provider: 'relay',
    route: '/relay/deposit-addresses/:addr/:chain',
    method: 'GET',
    summary: 'List deposits from a chain at a Relay deposit address',
    renamed: { addr: 'depositAddress', chain: 'originChainId' },
    upstream: fixed('GET', '/requests/v2'),
  },
  {
    provider: '1inch',
    route: '/1inch/quote',
    method: 'GET',
    summary: 'Request a 1inch quote on chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/quote` },
  },
  {
    provider: '1inch',
    route: '/1inch/swap',
    method: 'GET',
    summary: 'Build a 1inch swap on chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/swap` },
  },
  {
    provider: '1inch',
    route: '/1inch/approve-transaction',
    method: 'GET',
    summary: 'Build a 1inch approval on chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/approve/transaction` },
  },
  { provider: 'velora', route: '/velora/quote', method: 'POST', summary: 'Request a price from Velora', upstream: fixed('GET', '/prices') },
  {
    provider: 'velora',
    route: '/velora/swap',
    method: 'POST',
    summary: 'Build a Velora transaction on chain `network`',
    pathParts: { network: CHAIN_ID },
    upstream: { method: 'POST', path: ({ network }) => `/transactions/${network}` },
  },
  {
    provider: 'changenow',
    route: '/change-now/quotes',
    method: 'POST',
    summary: 'Request an exchange estimate from ChangeNOW',
    upstream: fixed('GET', '/exchange/estimated-amount'),
  },
  {
    provider: 'changenow',
    route: '/change-now/swap',
    method: 'POST',
    summary: 'Create an exchange at ChangeNOW',
    upstream: fixed('POST', '/exchange'),
  },
];

/** Converts a client's input to query parameters; null when a value is nested. */
export function asQuery(input: ProxyInput): QueryValues | null {
  const query: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(input)) {
    const kept = keptNumberOf(value) ?? value;
    if (typeof kept !== 'string' && typeof kept !== 'number' && typeof kept !== 'boolean') return null;
    query[name] = kept;
  }
  return query;
}

/** Routes of the API specification for calls that their providers no longer offer. They answer 501 with the reason. */
export const callsNobodyOffers: readonly (Pick<ProxyCall, 'provider' | 'route' | 'method'> & { readonly reason: string })[] = [
  {
    provider: 'relay',
    route: '/relay/commit/:quoteId',
    method: 'POST',
    reason: 'Relay no longer requires a commitment before a quote. Execute the steps in the reply of POST /api/defi/relay/quote directly.',
  },
  {
    provider: 'relay',
    route: '/relay/calldata/:commitmentId',
    method: 'GET',
    reason: 'Relay no longer has a separate route for calldata. Use the steps in the reply of POST /api/defi/relay/quote.',
  },
];
