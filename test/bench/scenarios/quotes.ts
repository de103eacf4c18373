import { createQuoteRoutes } from '../../../src/features/quotes/routes/quote-routes.ts';
import { createCommonRoutes } from '../../../src/features/reference-data/common-routes.ts';
import { renderTokenList } from '../../../src/features/reference-data/render-token-list.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { createTokenList } from '../../../src/market/tokens/create-token-list.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { openQuoteBench, USDC, WETH } from '../../unit/features/quotes/quote-bench.ts';
import { quoteOf, stubProvider } from '../../unit/features/quotes/stub-provider.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median } from '../support/measure.ts';

// Measures the quote stream with providers in this process that have a fixed reply time, and the cached token list compared with a bare
// server.
const ROUNDS = 7;
const PROVIDERS = 20;
const FASTEST_MS = 40;
const STREAMS = 500;
/**
 * Duration of a measuring round in milliseconds. There are many short alternating rounds, because the machine's speed changes within
 * seconds.
 */
const WINDOW_MS = 200;
const LIST_ROUNDS = ROUNDS * 5;
/** Minimum time in milliseconds of a reply, however fast the provider is: one turn of the event loop and one round trip on loopback. */
const FLOOR_MS = 3;

const bench = await openQuoteBench({
  usd: { [USDC]: '1', [WETH]: '2000' },
  providers: Array.from({ length: PROVIDERS }, (_, index) =>
    stubProvider(`provider-${index}`, {
      quote: async () => {
        await Bun.sleep(FASTEST_MS + index * 5);
        return quoteOf(500_000_000_000_000_000n);
      },
    }),
  ),
});
const { providers, quotes, builds, networks, tokens, cache } = bench;
const quoteRoutes = createQuoteRoutes({ quotes, builds, providers, metaTransactionOf: () => null, log: silentLog });
const tokenList = createTokenList({ tokens, networks, cache, render: renderTokenList, clock: systemClock });
const server = createHttpServer({
  api: createApi({ resources: [quoteRoutes, createCommonRoutes({ tokenList, networks, abis: new Map() })], log: silentLog }),
  host: '127.0.0.1',
  port: 0,
  corsOrigins: [],
  log: silentLog,
  requestIdPrefix: 'bench',
});
const query = `fromChainId=137&toChainId=137&fromToken=${USDC}&toToken=${WETH}&amount=1000&type=swap&exclude=`;
const url = `${server.url}/api/defi/quotes?${query}`;

async function firstFrameMs(): Promise<number> {
  const startedAt = performance.now();
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('data: ')) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) throw new Error('The stream ended before its first frame');
    text += decoder.decode(chunk.value);
  }
  const ms = performance.now() - startedAt;
  leaving.abort();
  return ms;
}

async function providerMs(): Promise<number> {
  const startedAt = performance.now();
  await Bun.sleep(FASTEST_MS);
  return performance.now() - startedAt;
}

async function wholeStream(): Promise<number> {
  const text = await (await fetch(url)).text();
  if (!text.includes('event: end')) throw new Error('A stream had no end');
  return text.split('\ndata: {"id"').length - 1;
}

async function requestsPerSecond(target: string): Promise<number> {
  const until = performance.now() + WINDOW_MS;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      await (await fetch(target)).arrayBuffer();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return (done * 1_000) / WINDOW_MS;
}

const lines = [];

const firstFrames: Round[] = [];
await firstFrameMs();
for (let round = 0; round < ROUNDS * 3; round += 1) {
  const reference = await providerMs();
  firstFrames.push({ ours: Math.max(0, (await firstFrameMs()) - FLOOR_MS), reference });
}
lines.push(
  benchLine(
    'time to the first frame of a quote stream, less 3 ms, over the fastest provider’s own time',
    'ms',
    firstFrames,
    '<= 1.05',
    `the fastest of ${PROVIDERS} stub providers answers after ${FASTEST_MS} ms; over HTTP on loopback; median of ${ROUNDS * 3}`,
    median,
  ),
);

const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const frames = await Promise.all(Array.from({ length: STREAMS }, wholeStream));
clearInterval(watch);
const got = frames.reduce((sum, count) => sum + count, 0);
const peakMb = Math.round((peak - before) / 1_048_576);
lines.push(
  benchLine(
    `frames of ${STREAMS} quote streams at once, over those that were sent`,
    'frames',
    [{ ours: got, reference: STREAMS * PROVIDERS }],
    '>= 1',
    `${PROVIDERS} stub providers each; client and server in one process; resident memory grew by ${peakMb} MB at the peak`,
    median,
  ),
);

const listUrl = `${server.url}/api/common/token/1`;
const listed = await fetch(listUrl);
const headers = new Headers([...listed.headers].filter(([name]) => name !== 'content-length' && name !== 'date'));
const bytes = await listed.arrayBuffer();
const listening = { hostname: '127.0.0.1', port: 0 };
const sameBytes = Bun.serve({ ...listening, fetch: () => new Response(bytes, { headers }) });
const sameBody = Bun.serve({
  ...listening,
  fetch: () => new Response(bytes, { headers: { 'content-type': 'application/json;charset=utf-8' } }),
});
const overBytes: Round[] = [];
const overBody: Round[] = [];
for (const target of [listUrl, sameBytes.url.href, sameBody.url.href, listUrl]) await requestsPerSecond(target);
for (let round = 0; round < LIST_ROUNDS; round += 1) {
  const reference = await requestsPerSecond(sameBytes.url.href);
  const ours = await requestsPerSecond(listUrl);
  overBytes.push({ ours, reference });
  overBody.push({ ours, reference: await requestsPerSecond(sameBody.url.href) });
}
const listNote = `${bytes.byteLength} bytes of body, 16 connections by fetch in the same process; medians of ${LIST_ROUNDS} rounds of ${WINDOW_MS} ms`;
lines.push(
  benchLine('cached token list over a bare server that sends the same bytes', 'requests/s', overBytes, '>= 0.8', listNote, median),
  benchLine('the same over one that sends the body, and no header but its type', 'requests/s', overBody, null, listNote, median),
);

await Promise.all([sameBytes.stop(true), sameBody.stop(true)]);
await server.stop(1_000);
console.log(JSON.stringify(lines));
process.exit(0);
