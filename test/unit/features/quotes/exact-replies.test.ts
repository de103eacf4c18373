import { expect, test } from 'bun:test';
import { createProviderProxy } from '../../../../src/features/quotes/create-proxy.ts';
import { createHttpProviders } from '../../../../src/features/quotes/registry.ts';
import { createProxyRoutes } from '../../../../src/features/quotes/routes/proxy-routes.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import type { ProviderFetch } from '../../../../src/platform/http-client/provider-http.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { exactJsonText, isHeldExactly, keptNumberOf, parseExactJson } from '../../../../src/values/exact-json.ts';
import { quoteRequest, USDC, WETH } from '../../../contract/providers/requests.ts';

const never = new AbortController().signal;
/**
 * Replies with numbers that a double would change: one of 160 bits, one with a final zero, and one with an exponent. Their fields are not
 * in alphabetical order.
 */
const NUMBERS = '"sqrtPriceX96":1461446703485210103287273052203988822378723970341,"rate":1.10,"tiny":8.5e-7,"b":[1,2.50],"a":null';

function open(answer: (url: string) => string) {
  const sent: { url: string; body: string | undefined }[] = [];
  const fetch: ProviderFetch = async (url, { body }) => {
    sent.push({ url, body });
    return new Response(answer(url));
  };
  const deps = { fetch, clock: { now: () => 0 }, checksum: (address: string) => address, cowOrderUid: () => '0x' };
  const providers = createHttpProviders({ settings: {}, ...deps });
  const proxy = createProviderProxy({ providers, queryKeys: {}, timeoutMs: 1_000 });
  return { sent, providers, api: createApi({ resources: [createProxyRoutes({ proxy })], log: silentLog }) };
}

test('a KyberSwap route is sent back byte for byte, also after it was stored as JSON', async () => {
  const router = '0x6131b5fae19ea4f9d964eac0408e4408b66337b5';
  const amounts = `"tokenIn":"${USDC.address}","amountIn":"1000","tokenOut":"${WETH.address}","amountOut":"5"`;
  const summary = `{${amounts},${NUMBERS}}`;
  const built = `{"code":0,"data":{"amountIn":"1000","amountOut":"5","data":"0x12345678","routerAddress":"${router}"}}`;
  const quoted = `{"code":0,"data":{"routeSummary":${summary},"routerAddress":"${router}"}}`;
  const { sent, providers } = open((url) => (url.includes('/build') ? built : quoted));
  const provider = providers.find(({ traits }) => traits.name === 'kyberswap')?.provider;
  const request = quoteRequest(USDC, WETH, 1_000n);
  const quote = await provider?.quote(request, never);
  if (provider === null || provider === undefined || quote === undefined) throw new Error('There is no quote');
  await provider.build(request, { ...quote, state: JSON.parse(JSON.stringify(quote.state)) }, never);
  expect(sent[1]?.body).toContain(`"routeSummary":${summary},`);
});

test('a Velora route, which is signed, is sent back byte for byte', async () => {
  const augustus = '0x6a000f20005980200259b80c5102003040001068';
  const route =
    `{"network":1,"srcToken":"${USDC.address}","srcAmount":"1000","destToken":"${WETH.address}","destAmount":"5",` +
    `"tokenTransferProxy":"${augustus}","contractAddress":"${augustus}",${NUMBERS}}`;
  const built = `{"to":"${augustus}","value":"0","data":"0x12345678","chainId":1}`;
  const { sent, providers } = open((url) => (url.includes('/transactions') ? built : `{"priceRoute":${route}}`));
  const provider = providers.find(({ traits }) => traits.name === 'velora')?.provider;
  const request = quoteRequest(USDC, WETH, 1_000n);
  const quote = await provider?.quote(request, never);
  if (provider === null || provider === undefined || quote === undefined) throw new Error('There is no quote');
  await provider.build(request, { ...quote, state: JSON.parse(JSON.stringify(quote.state)) }, never);
  expect(sent[1]?.body).toContain(`"priceRoute":${route}}`);
});

test('a proxy passes numbers on as they were written, both ways', async () => {
  const { sent, api } = open(() => `{${NUMBERS}}`);
  const post = (path: string, body: string) =>
    api.handle(new Request(`http://localhost/api/defi${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }));
  const response = await post('/odos/quote', `{"apiKey":"x",${NUMBERS}}`);
  expect(sent[0]?.body).toBe(`{${NUMBERS}}`);
  expect(await response.text()).toBe(`{${NUMBERS}}`);
  await post('/velora/quote', '{"amount":1461446703485210103287273052203988822378723970341,"x":1.10}');
  expect(new URL(sent[1]?.url ?? '').search).toBe('?amount=1461446703485210103287273052203988822378723970341&x=1.10');
});

test('numbers that JavaScript writes in the same way become plain numbers, and infinity is not hidden', () => {
  expect(parseExactJson('[1,0.5,-3]')).toEqual([1, 0.5, -3]);
  expect(parseExactJson('1e400')).toBe(Number.POSITIVE_INFINITY);
  const kept = parseExactJson('{"a":1.0,"b":{"rawJSON":"9"}}');
  expect(exactJsonText(kept)).toBe('{"a":1.0,"b":{"rawJSON":"9"}}');
  expect(keptNumberOf({ rawJSON: '9' })).toBeNull();
});

test.each(['12345678901234567890', '0.1234567890123456789', '9007199254740993'])('a double does not hold %s', (source) => {
  expect(isHeldExactly(source)).toBe(false);
});
test.each(['1.10', '1e5', '100000', '-0.50', '0', '0.0', '1E+2', '9007199254740992', '8.5e-7'])('a double holds %s', (source) => {
  expect(isHeldExactly(source)).toBe(true);
});
