import type { QueryValues } from './provider-http.ts';

/** What a client sends to a proxy route: a query, or the members of a JSON body. Values are passed on as they are. */
export type ProxyInput = Readonly<Record<string, unknown>>;

/** One route of the proxy, and the call of the provider that it stands for. */
export type ProxyCall = {
  readonly provider: string;
  /** Under `/defi`. */
  readonly route: string;
  readonly method: 'GET' | 'POST';
  readonly summary: string;
  /** Members that the provider's path is made of; they are taken out of what is passed on. */
  readonly pathParts?: Readonly<Record<string, RegExp>>;
  readonly upstream: { readonly method: 'GET' | 'POST'; readonly path: (parts: Readonly<Record<string, string>>) => string };
};

const CHAIN_ID = /^[1-9][0-9]{0,11}$/;
const SLUG = /^[a-z0-9_-]{1,40}$/;
const ORDER_ID = /^0x[0-9a-fA-F]{64}$/;

const fixed = (method: 'GET' | 'POST', path: string) => ({ method, path: () => path });

/**
 * The proxy routes of the interface document ("Provider proxy endpoints"), by the slugs of the domain decisions. Each stands for exactly
 * one call of its provider: nothing else can be reached through it, and our key never leaves.
 */
export const proxyCalls: readonly ProxyCall[] = [
  { provider: 'okx', route: '/a', method: 'POST', summary: 'OKX DEX: a swap', upstream: fixed('GET', '/swap') },
  {
    provider: 'okx',
    route: '/a/getspender',
    method: 'POST',
    summary: 'OKX DEX: an approval',
    upstream: fixed('GET', '/approve-transaction'),
  },
  {
    provider: 'cow',
    route: '/b',
    method: 'POST',
    summary: 'CoW Protocol: a quote; `network` names the chain (mainnet, xdai, arbitrum_one, base)',
    pathParts: { network: SLUG },
    upstream: { method: 'POST', path: ({ network }) => `/${network}/api/v1/quote` },
  },
  {
    provider: '0x',
    route: '/c/quotes',
    method: 'POST',
    summary: '0x: an indicative price',
    upstream: fixed('GET', '/swap/allowance-holder/price'),
  },
  { provider: '0x', route: '/c/swap', method: 'POST', summary: '0x: a firm quote', upstream: fixed('GET', '/swap/allowance-holder/quote') },
  {
    provider: '0x',
    route: '/c/spender',
    method: 'POST',
    summary: '0x: a price, whose `issues.allowance.spender` is the spender',
    upstream: fixed('GET', '/swap/allowance-holder/price'),
  },
  { provider: 'across', route: '/d', method: 'POST', summary: 'Across: a bridge', upstream: fixed('GET', '/swap/approval') },
  { provider: 'across', route: '/d/status', method: 'GET', summary: 'Across: a deposit', upstream: fixed('GET', '/deposit/status') },
  { provider: 'odos', route: '/e/quote', method: 'POST', summary: 'Odos: a quote', upstream: fixed('POST', '/sor/quote/v2') },
  { provider: 'odos', route: '/e/assemble', method: 'POST', summary: 'Odos: a transaction', upstream: fixed('POST', '/sor/assemble') },
  { provider: 'lifi', route: '/f/quote', method: 'GET', summary: 'LI.FI: a quote', upstream: fixed('GET', '/quote') },
  { provider: 'lifi', route: '/f/status', method: 'GET', summary: 'LI.FI: a transfer', upstream: fixed('GET', '/status') },
  { provider: 'squid', route: '/g/tokens', method: 'GET', summary: 'Squid: its tokens', upstream: fixed('GET', '/tokens') },
  { provider: 'squid', route: '/g/quote', method: 'POST', summary: 'Squid: a route', upstream: fixed('POST', '/route') },
  { provider: 'squid', route: '/g/status', method: 'GET', summary: 'Squid: a transfer', upstream: fixed('GET', '/status') },
  { provider: 'rango', route: '/h/quote', method: 'POST', summary: 'Rango: a quote', upstream: fixed('GET', '/basic/quote') },
  { provider: 'rango', route: '/h/status', method: 'GET', summary: 'Rango: a transfer', upstream: fixed('GET', '/basic/status') },
  { provider: 'debridge', route: '/i/quote', method: 'GET', summary: 'deBridge: an order', upstream: fixed('GET', '/dln/order/create-tx') },
  {
    provider: 'debridge',
    route: '/i/status',
    method: 'GET',
    summary: 'deBridge: the status of the order `orderId`',
    pathParts: { orderId: ORDER_ID },
    upstream: { method: 'GET', path: ({ orderId }) => `/dln/order/${orderId}/status` },
  },
  { provider: 'relay', route: '/j/quote', method: 'POST', summary: 'Relay: a quote', upstream: fixed('POST', '/quote/v2') },
  {
    provider: '1inch',
    route: '/k/quote',
    method: 'GET',
    summary: '1inch: a quote on the chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/quote` },
  },
  {
    provider: '1inch',
    route: '/k/swap',
    method: 'GET',
    summary: '1inch: a swap on the chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/swap` },
  },
  {
    provider: '1inch',
    route: '/k/approve-transaction',
    method: 'GET',
    summary: '1inch: an approval on the chain `chainId`',
    pathParts: { chainId: CHAIN_ID },
    upstream: { method: 'GET', path: ({ chainId }) => `/${chainId}/approve/transaction` },
  },
  { provider: 'velora', route: '/l/quote', method: 'POST', summary: 'Velora: a price', upstream: fixed('GET', '/prices') },
  {
    provider: 'velora',
    route: '/l/swap',
    method: 'POST',
    summary: 'Velora: a transaction on the chain `network`',
    pathParts: { network: CHAIN_ID },
    upstream: { method: 'POST', path: ({ network }) => `/transactions/${network}` },
  },
  {
    provider: 'changenow',
    route: '/change-now/quotes',
    method: 'POST',
    summary: 'ChangeNOW: an estimate',
    upstream: fixed('GET', '/exchange/estimated-amount'),
  },
  {
    provider: 'changenow',
    route: '/change-now/swap',
    method: 'POST',
    summary: 'ChangeNOW: an exchange',
    upstream: fixed('POST', '/exchange'),
  },
];

/** A flat query of what a client sent; null when a value is no plain one. */
export function asQuery(input: ProxyInput): QueryValues | null {
  const query: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
    query[name] = value;
  }
  return query;
}

/**
 * Documented routes of a provider that has no such call (slug j is Relay, whose quotes need no commitment and whose deposits go to addresses in
 * the quote's own steps). They answer that clearly.
 */
export const callsNobodyHas: readonly Pick<ProxyCall, 'provider' | 'route' | 'method'>[] = [
  { provider: 'relay', route: '/j/commit/:quoteId', method: 'POST' },
  { provider: 'relay', route: '/j/calldata/:commitmentId', method: 'GET' },
  { provider: 'relay', route: '/j/deposit-addresses', method: 'POST' },
  { provider: 'relay', route: '/j/deposit-addresses/:address/:chain', method: 'GET' },
];
