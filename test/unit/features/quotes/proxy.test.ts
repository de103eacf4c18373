import { expect, test } from 'bun:test';
import { createProviderProxy } from '../../../../src/features/quotes/create-proxy.ts';
import { callsNobodyOffers, proxyCalls } from '../../../../src/features/quotes/proxy-calls.ts';
import { createHttpProviders, httpProviders } from '../../../../src/features/quotes/registry.ts';
import { createProxyRoutes } from '../../../../src/features/quotes/routes/proxy-routes.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import type { ProviderFetch } from '../../../../src/platform/http-client/provider-http.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';

const never = new AbortController().signal;
const keyed = {
  '0x': { apiKey: 'key-0x' },
  '1inch': { apiKey: 'key-1inch' },
  rango: { apiKey: 'key-rango' },
  squid: { apiKey: 'key-squid' },
  changenow: { apiKey: 'key-cn' },
  okx: { apiKey: 'key-okx', apiSecret: 's', apiPassphrase: 'p' },
};

/** Starts the provider proxy with providers that reply with the request that they received. */
function openProxy(settings: Parameters<typeof createHttpProviders>[0]['settings'] = keyed, answer?: () => Response) {
  const asked: { url: string; headers: Record<string, string>; body: string | undefined }[] = [];
  const fetch: ProviderFetch = async (url, { headers, body }) => {
    asked.push({ url, headers, body });
    return answer?.() ?? Response.json({ said: 'yes' });
  };
  const deps = { fetch, clock: { now: () => 0 }, checksum: (address: string) => address, cowOrderUid: () => '0x' };
  const providers = createHttpProviders({ settings, ...deps });
  const queryKeys = { rango: { apiKey: 'key-rango' } };
  return { asked, proxy: createProviderProxy({ providers, queryKeys, timeoutMs: 1_000 }) };
}

const callOf = (route: string) => {
  const call = proxyCalls.find((candidate) => candidate.route === route);
  if (call === undefined) throw new Error(`There is no proxy ${route}`);
  return call;
};

test('every call is passed on with our key to the one path that it stands for, and nothing of the client’s takes its place', async () => {
  const parts = { network: 'mainnet', orderId: `0x${'ab'.repeat(32)}`, chainId: '137' };
  for (const call of proxyCalls) {
    const { asked, proxy } = openProxy();
    const input = { ...parts, ...(call.provider === 'velora' ? { network: '137' } : {}), apiKey: 'theirs', amount: '5' };
    expect(await proxy.forward(call, input, never)).toEqual({ said: 'yes' });
    expect(asked).toHaveLength(1);
    const [request] = asked;
    const sent = `${request?.url} ${JSON.stringify(request?.headers)} ${request?.body ?? ''}`;
    expect(sent).not.toContain('theirs');
    const apiKey = Object.entries(keyed).find(([name]) => name === call.provider)?.[1].apiKey;
    if (apiKey !== undefined) expect(sent).toContain(apiKey);
    expect(new URL(request?.url ?? '').hostname).toBe(
      new URL(httpProviders.find(({ traits }) => traits.name === call.provider)?.baseUrl ?? '').hostname,
    );
  }
});

test('a path is made of checked parts only', async () => {
  const { asked, proxy } = openProxy();
  for (const chainId of ['1/../../admin', '0', 'x', '']) {
    await expect(proxy.forward(callOf('/1inch/quote'), { chainId }, never)).rejects.toMatchObject({ code: 'invalid-input', status: 400 });
  }
  // Values that must not crash the code: an object that controls its own conversion to a string, and one that cannot be converted at all.
  for (const network of ['../x', ['mainnet'], { toString: 1 }, null]) {
    await expect(proxy.forward(callOf('/cow'), { network }, never)).rejects.toMatchObject({ code: 'invalid-input', status: 400 });
  }
  expect(asked).toEqual([]);
});

test('query values are flat', async () => {
  const { proxy } = openProxy();
  await expect(proxy.forward(callOf('/velora/quote'), { a: { b: 1 } }, never)).rejects.toMatchObject({ status: 400 });
});

test('a number that became infinity is refused, and not passed on as null', async () => {
  const { asked, proxy } = openProxy();
  const huge: unknown = JSON.parse('1e400');
  await expect(proxy.forward(callOf('/velora/quote'), { amount: huge }, never)).rejects.toMatchObject({ status: 400 });
  await expect(proxy.forward(callOf('/odos/quote'), { inputTokens: [{ amount: huge }] }, never)).rejects.toMatchObject({ status: 400 });
  expect(asked).toEqual([]);
});

test('a provider without its key is off', async () => {
  const { proxy } = openProxy({});
  await expect(proxy.forward(callOf('/0x/quotes'), {}, never)).rejects.toMatchObject({ code: 'provider-off', status: 503 });
  expect(await proxy.forward(callOf('/lifi/quote'), {}, never)).toEqual({ said: 'yes' });
});

test('a failed provider gives a 502, without its text', async () => {
  const { proxy } = openProxy(keyed, () => new Response('<html>secret</html>', { status: 500 }));
  await expect(proxy.forward(callOf('/lifi/quote'), {}, never)).rejects.toMatchObject({ code: 'provider-unavailable', status: 502 });
});

test.each([400, 401, 403, 404, 409, 422])(
  'a refusal with %d is passed on with its status and its words, without our key',
  async (status) => {
    const words = { code: 42, message: `no route for key-0x at https://x.example/v1?apiKey=key-0x ${'long '.repeat(2_000)}` };
    const { proxy } = openProxy(keyed, () => Response.json(words, { status }));
    const error: unknown = await proxy.forward(callOf('/0x/quotes'), {}, never).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ status, code: 'provider-rejected', details: { provider: '0x' } });
    const told = error instanceof ProviderFailure ? String(error.details?.upstream) : '';
    expect(told).toContain('no route for [redacted]');
    expect(told).not.toContain('key-0x');
    expect(told.length).toBeLessThanOrEqual(2_000);
  },
);

test('an error page of a proxy in front of the provider is not quoted', async () => {
  const { proxy } = openProxy(keyed, () => new Response('<html>Access denied: ray 1</html>', { status: 403 }));
  const error = proxy.forward(callOf('/lifi/quote'), {}, never);
  await expect(error).rejects.toMatchObject({ status: 403, details: { upstream: expect.not.stringContaining('ray') } });
});

test('a 429 is passed on with the time to wait, also while the provider is left alone', async () => {
  const { asked, proxy } = openProxy(keyed, () => new Response('slow down', { status: 429, headers: { 'retry-after': '7' } }));
  const api = createApi({ resources: [createProxyRoutes({ proxy })], log: silentLog });
  for (let i = 0; i < 2; i += 1) {
    const response = await api.handle(new Request('http://localhost/api/defi/lifi/quote'));
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({ status: 429, retryAfter: '7' });
  }
  expect(asked).toHaveLength(1);
});

test('deposit addresses and their deposits are read through Relay’s present API', async () => {
  const { asked, proxy } = openProxy();
  const api = createApi({ resources: [createProxyRoutes({ proxy })], log: silentLog });
  const body = JSON.stringify({ user: '0x1', useDepositAddress: false });
  await api.handle(
    new Request('http://localhost/api/defi/relay/deposit-addresses', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(asked[0]).toMatchObject({
    url: 'https://api.relay.link/quote/v2',
    body: JSON.stringify({ user: '0x1', useDepositAddress: true }),
  });
  const response = await api.handle(new Request('http://localhost/api/defi/relay/deposit-addresses/0xabc/8453?limit=5'));
  expect(response.status).toBe(200);
  const sent = new URL(asked[1]?.url ?? '');
  expect(sent.pathname).toBe('/requests/v2');
  expect(Object.fromEntries(sent.searchParams)).toEqual({ limit: '5', depositAddress: '0xabc', originChainId: '8453' });
});

test('proxied slugs are those of the registry', () => {
  const slugs = new Map(httpProviders.map(({ traits, proxySlug }) => [traits.name, proxySlug]));
  for (const { provider, route } of proxyCalls) expect(route.split('/')[1] ?? '').toBe(slugs.get(provider) ?? 'none');
});

test('documented routes for which the provider offers nothing answer 501 with the reason', async () => {
  const { proxy } = openProxy();
  const api = createApi({ resources: [createProxyRoutes({ proxy })], log: silentLog });
  for (const { route, method } of callsNobodyOffers) {
    const path = `/api/defi${route.replaceAll(/:[a-zA-Z]+/g, 'x')}`;
    const response = await api.handle(new Request(`http://localhost${path}`, { method }));
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ errors: { code: 'not-offered-by-provider', provider: 'relay' } });
  }
});
