import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { chromium } from 'playwright-core';
import * as v from 'valibot';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { createQuoteRoutes } from '../../../../src/features/quotes/routes/quote-routes.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { findRequirement, requires } from '../../../support/requires.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openQuoteBench, USDC, WETH } from '../../../unit/features/quotes/quote-bench.ts';
import { quoteOf, stubProvider } from '../../../unit/features/quotes/stub-provider.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const HALF_ETH = 500_000_000_000_000_000n;
const QUERY = `fromChainId=137&toChainId=137&fromToken=${USDC}&toToken=${WETH}&amount=1000&type=swap&exclude=`;

/** Code that runs in a client's web page. It is a text, because this file has the server's types and not the browser's. */
const CLIENT = `async (url) => {
  const aggregators = [];
  const source = new EventSource(url);
  source.onmessage = ({ data }) => aggregators.push(JSON.parse(data).aggregator);
  const end = await new Promise((resolve, reject) => {
    source.addEventListener('end', ({ data }) => resolve(data));
    source.onerror = () => reject(new Error('The stream failed before its end'));
  });
  source.close();
  return { aggregators, end };
}`;
const seenSchema = v.object({ aggregators: v.array(v.string()), end: v.string() });

async function serve(providers: readonly RegisteredProvider[], corsOrigins: '*' | readonly string[] = []) {
  const bench = await openQuoteBench({ providers });
  const routes = createQuoteRoutes({
    quotes: bench.quotes,
    builds: bench.builds,
    providers,
    metaTransactionOf: () => null,
    log: silentLog,
  });
  return startTestServer({ resources: [routes], corsOrigins });
}

test('documented headers and frames: unnamed data frames, then an end event with data', async () => {
  await using server = await serve([stubProvider('one', { quote: async () => quoteOf(HALF_ETH) })]);
  const response = await server.get(`/api/defi/quotes?${QUERY}`);
  expect(response.headers.get('content-type')).toStartWith('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  const events = (await response.text()).split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  expect(events).toHaveLength(2);
  expect(events[0]).toStartWith('data: {"id":');
  expect(events[1]).toMatch(/^event: end\ndata: \{"count":1,"providers":\[\{"aggregator":"one","ok":true,"ms":[0-9.]+\}\]\}$/);
});

test('look-up failures are in the envelope, before any stream', async () => {
  await using server = await serve([]);
  const asked = async (query: string) => {
    const response = await server.get(`/api/defi/quotes?${query}`);
    return [response.status, response.headers.get('content-type'), JSON.parse(await response.text()).message];
  };
  const json = 'application/json;charset=utf-8';
  expect(await asked(QUERY.replaceAll('137', '99999'))).toEqual([404, json, 'Chain not found']);
  expect(await asked(QUERY.replace(USDC, '0x9999999999999999999999999999999999999999'))).toEqual([404, json, 'From token not found']);
  expect(await asked(QUERY.replace(WETH, '0x9999999999999999999999999999999999999999'))).toEqual([404, json, 'To token not found']);
});

test('a thousand clients that disconnect: their calls end, and no memory is kept', async () => {
  let open = 0;
  const hanging = stubProvider('hangs', {
    quote: (_request, signal) => {
      open += 1;
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        open -= 1;
        reject(signal.reason);
      });
      return promise;
    },
  });
  await using server = await serve([hanging]);
  const leave = async () => {
    const leaving = new AbortController();
    const response = await server.get(`/api/defi/quotes?${QUERY}`, { signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
  };
  const leaveMany = async (count: number) => {
    for (let done = 0; done < count; done += 20) await Promise.all(Array.from({ length: 20 }, leave));
    await waitFor(() => open === 0 && server.pending() === 0, { what: 'every call to be cut', timeoutMs: 45_000 });
    Bun.gc(true);
    return heapStats().heapSize;
  };
  const before = await leaveMany(200);
  await leaveMany(1_000);
  expect(open).toBe(0);
  // Maximum growth of the heap: streams that are not released would need far more. The memory of the last replies is freed only by a later
  // garbage collection, so the check is repeated.
  const grown = () => {
    Bun.gc(true);
    return heapStats().heapSize - before;
  };
  await waitFor(() => grown() < 1_000_000, { what: 'the streams to be forgotten', everyMs: 100 });
}, 120_000);

requires('chromium')('in a real browser', () => {
  test('an EventSource gets every frame and the end event', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `provider-${index}`);
    const html = { headers: { 'content-type': 'text/html' } };
    using site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('<title>A client</title>', html) });
    await using server = await serve(
      names.map((name) => stubProvider(name, { quote: async () => quoteOf(HALF_ETH) })),
      [site.url.origin],
    );
    const executablePath = findRequirement('chromium');
    if (executablePath === null) throw new Error('There is no Chromium');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.goto(site.url.href);
      const seen = v.parse(seenSchema, await page.evaluate(`(${CLIENT})(${JSON.stringify(`${server.url}/api/defi/quotes?${QUERY}`)})`));
      expect(seen.aggregators.sort()).toEqual([...names].sort());
      expect(JSON.parse(seen.end)).toMatchObject({ count: 25 });
    } finally {
      await browser.close();
    }
  }, 120_000);
});
