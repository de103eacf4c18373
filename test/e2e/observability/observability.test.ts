import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { io } from 'socket.io-client';
import { sseClient } from '../../integration/http/feed/sse-client.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { type ParsedFamily, parsePrometheusText } from '../../support/prometheus-text.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type DcaWorld, startDcaWorld } from '../support/dca-world.ts';
import { openTradingWallet } from '../trading/trading-wallet.ts';
import { amountOf, EXERCISES } from './exercised.ts';
import { createMetricsKit } from './metrics-kit.ts';

// Runs one service with a DCA buy, quotes and feed subscribers, and checks its metrics, traces and log lines.
type Families = ReadonlyMap<string, ParsedFamily>;

const receiver = startOtlpReceiver();
const kit = createMetricsKit();
let world: DcaWorld;
let before: Families;
let after: Families;
let kitBefore: Families;
let kitAfter: Families;
let held: Families;

function grew(name: string, from: Families, to: Families): boolean {
  return amountOf(to.get(name)) > amountOf(from.get(name));
}

async function scrape(): Promise<Families> {
  return parsePrometheusText(await (await fetch(new URL('/metrics', world.service.url), { headers: world.service.asOperator() })).text());
}

beforeAll(async () => {
  world = await startDcaWorld({
    LOG_LEVEL: 'debug',
    RATE_LIMIT_PER_MINUTE: '100',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    // No server listens at this URL, so that requests to price sources fail at once.
    ...{ COINGECKO_URL: 'http://127.0.0.1:9', DEFILLAMA_URL: 'http://127.0.0.1:9' },
  });
  before = await scrape();
  const terms = { amount: '100', frequency: 1, interval: 60 };
  await world.create(terms);
  await using _follower = await sseClient(`${world.service.url}/operator/feed`, world.service.asOperator());
  await world.open(terms);
  const wallet = await openTradingWallet(world.service);
  const [fromToken, toToken] = [wallet.tokenOf('USDC').address, wallet.tokenOf('WETH').address];
  const pair = { fromChainId: '31337', toChainId: '31337', fromToken, toToken };
  const { quotes } = await wallet.quotes({ ...pair, amount: '100', type: 'swap', srcWalletAddress: wallet.address });
  await wallet.build(quotes[0]?.id ?? '');
  await fetch(`${world.service.url}/operator/session`, { headers: { authorization: 'Bearer guess' } });
  const origin = new URL(world.service.url).origin;
  const asked = { transports: ['websocket'], reconnection: false, forceNew: true };
  const [follower, stranger] = [io(`${origin}/`, { ...asked, auth: await wallet.signed('socket-connect') }), io(`${origin}/poker`, asked)];
  await Promise.all([
    new Promise((resolve) => follower.once('ready', resolve)),
    new Promise((resolve) => stranger.once('connect_error', resolve)),
  ]);
  await waitFor(async () => (await fetch(`${world.service.url}/defi/cancel-dca`, { method: 'POST', body: '{}' })).status === 429, {
    what: 'a refusal for asking too often',
    everyMs: 1,
  });
  await world.recordWhen('the order to be filled', ({ status }) => status === 'completed');
  after = await waitFor(
    async () => {
      const read = await scrape();
      return (
        Object.entries(EXERCISES).every(([name, { where, how }]) => where !== 'service' || how !== 'grew' || grew(name, before, read)) &&
        read
      );
    },
    { what: 'every metric of the service to move', timeoutMs: 45_000, everyMs: 200 },
    // When the time limit is exceeded, the last values are used. The test of each metric then reports the metrics that did not change.
  ).catch(scrape);
  kitBefore = await kit.read();
  await kit.trouble();
  kitAfter = await kit.read();
  held = await kit.whileHeld(async () => {
    await kit.read();
    return await waitFor(async () => amountOf((await kit.read()).get('coxswain_outbox_entries')) > 0 && kit.read(), { what: 'the counts' });
  });
}, 150_000);

afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await kit.stop();
  await receiver[Symbol.asyncDispose]();
});

describe('metrics', () => {
  test('every metric has an exercise, and every exercise a metric', () => {
    expect([...after.keys()].sort()).toEqual(Object.keys(EXERCISES).sort());
  });

  test.each(Object.entries(EXERCISES))('%s is exercised', (name, { where, how }) => {
    const [earlier, later] = where === 'service' ? [before, after] : where === 'kit' ? [kitBefore, kitAfter] : [kitAfter, held];
    if (how === 'shown') expect(later.get(name), name).toBeDefined();
    else if (how === 'holds') expect(amountOf(later.get(name))).toBeGreaterThan(0);
    else expect(amountOf(later.get(name))).toBeGreaterThan(amountOf(earlier.get(name)));
  });

  test('names, units, help and labels keep to the conventions', () => {
    for (const { name, type, help, samples } of after.values()) {
      expect(name).toMatch(/^coxswain_[a-z]+(_[a-z]+)*$/);
      expect(`${name} ${name.endsWith('_total')}`).toBe(`${name} ${type === 'counter'}`);
      if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes|size)$/);
      // Names of metrics must use base units only (such as seconds and bytes), and must end with the unit.
      expect(name).not.toMatch(/_(milliseconds|ms|minutes|kilobytes|megabytes|percent)(_|$)/);
      expect(name).not.toMatch(/_(seconds|bytes)_(?!total$)/);
      expect(help).toMatch(/^[A-Z0-9].{8,}\.$/);
      expect(help).not.toContain('"');
      for (const { labels } of samples) {
        for (const [label, value] of labels) {
          expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
          // Labels of metrics must contain no ids or wallets, and no paths with ids.
          expect(value).not.toMatch(/0x[0-9a-fA-F]{6,}|[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{24}/);
        }
      }
    }
  });

  test('OpenMetrics format is sent to clients that ask for it', async () => {
    const headers = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5', ...world.service.asOperator() };
    const response = await fetch(new URL('/metrics', world.service.url), { headers });
    expect(response.headers.get('content-type')).toContain('application/openmetrics-text');
    const text = await response.text();
    expect(text).toEndWith('# EOF\n');
    expect(text).toContain('# TYPE coxswain_commits counter\ncoxswain_commits_total{');
  });
});

/** Returns the complete log lines; a line that is still being written is omitted. */
const wholeLines = () => world.service.logs().split('\n').slice(0, -1);

describe('traces', () => {
  test('a buy is one tree, from the tick to the receipt and back to the batch', async () => {
    const recorded = await waitFor(() => receiver.spans.find(({ name }) => name === 'dca-batch OUTCOME_RECORDED'), {
      what: 'the span of the outcome',
      timeoutMs: 60_000,
    });
    // A trace span is exported when it ends, and an RPC call ends before the effect that made it. So the spans of RPC calls have no parent
    // at first, and are omitted here.
    const told = () => receiver.spans.filter(({ traceId, name }) => traceId === recorded.traceId && !name.startsWith('rpc '));
    const orphans = () => {
      const ids = new Set(told().map(({ spanId }) => spanId));
      return told().filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId));
    };
    // The spans of steps that an effect caused may also arrive before the span of the effect. So the test waits until every span has its
    // parent. The next attempt of the effect has a span of its own.
    await waitFor(() => orphans().length === 0, { what: 'every span of the tree' });
    const spans = told();
    const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
    expect(roots).toHaveLength(1);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    expect(byId.size).toBe(spans.length);
    const path: string[] = [];
    for (let at = byId.get(recorded.spanId); at !== undefined; at = byId.get(at.parentSpanId ?? '')) path.unshift(at.name);
    const onwards = [
      ...['dca-position planOrder', 'dca-position joinBatch', 'dca-batch submitBatch'],
      ...['transaction-sender prepare', 'transaction-sender broadcast', 'transaction-sender reply', 'dca-batch recordOutcome'],
    ];
    expect(path.filter((name) => onwards.includes(name))).toEqual(onwards);
    // Normally the batch notifies the position that its order is settled, in the same trace. If a tick has read the completed position from
    // the chain before, the position changes in the tick's trace instead.
    const isOver = ({ name, facts }: (typeof spans)[number]) =>
      name === 'dca-position ORDER_SETTLED' || (name === 'dca-position TICK' && facts['coxswain.state.to'] === 'completed');
    // The trace span in which the position completes may be exported after the span of the batch, so the test waits for it.
    const settled = await waitFor(() => receiver.spans.find(isOver), { what: "the span of the order's end" });
    expect(settled.name === 'dca-position TICK' || settled.traceId === recorded.traceId).toBe(true);
    expect(spans.find(({ name }) => name === 'transaction-sender broadcast')?.facts['coxswain.tx.hash']).toMatch(/^0x[0-9a-f]{64}$/);
    const [tick] = roots[0]?.links ?? [];
    expect(receiver.spans).toContainEqual(expect.objectContaining({ name: 'tick', spanId: tick?.spanId, traceId: tick?.traceId }));
    expect(new Set(receiver.services)).toEqual(new Set(['coxswain']));
    expect(new Set(receiver.keys)).toEqual(new Set(['a key']));
  }, 120_000);

  test('the span of an RPC call is below the effect that makes it, and the span of a quote below its request', async () => {
    const sent = await waitFor(() => receiver.spans.find(({ name }) => name === 'rpc eth_sendRawTransaction'), {
      what: 'the call that sends',
    });
    const under = await waitFor(() => receiver.spans.find(({ spanId }) => spanId === sent.parentSpanId), { what: 'its effect' });
    expect(under).toMatchObject({ name: 'transaction-sender broadcast', traceId: sent.traceId });
    const quoted = await waitFor(() => receiver.spans.find(({ name }) => name.startsWith('quote ')), { what: 'a quote' });
    const asking = await waitFor(() => receiver.spans.find(({ spanId }) => spanId === quoted.parentSpanId), { what: 'its request' });
    expect(asking.name).toContain('/api/defi/quotes');
  });

  test('a request continues the trace of its client, down to the commit that it caused', async () => {
    const pair = { fromToken: world.usdc.address, toToken: world.weth.address, chainId: { chainId: 31_337 } };
    const position = { ...pair, amount: '10', frequency: 1, interval: 60, walletAddress: world.wallet.address };
    const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    const response = await fetch(`${world.service.url}/defi/create-position`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${parent}-01`, 'x-request-id': 'traced-1' },
      body: JSON.stringify(position),
    });
    expect(response.status).toBe(201);
    const created = await waitFor(() => receiver.spans.find((span) => span.traceId === traceId && span.name.endsWith('runtime.created')), {
      what: 'the span of the created actor',
    });
    const server = await waitFor(() => receiver.spans.find(({ spanId }) => spanId === created.parentSpanId), { what: 'its request' });
    expect(server).toMatchObject({ name: 'POST /api/defi/create-position', parentSpanId: parent, traceId });
    const lines = wholeLines().filter((line) => line.includes('"traced-1"'));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ message: 'committed', requestId: 'traced-1', traceId, actorId: created.facts['coxswain.actor.id'] }),
    );
  }, 120_000);
});

test('log lines of what an effect did name the actor, the effect and the transaction', () => {
  const lines = wholeLines().filter((line) => line.startsWith('{'));
  const sent = lines.map((line) => JSON.parse(line)).find(({ message }) => message === 'Transaction sent');
  expect(sent).toMatchObject({
    actorId: expect.stringMatching(/^transaction-sender\/31337\/0x/),
    effect: 'broadcast',
    effectKey: expect.stringMatching(/^transaction-sender\/31337\/0x[0-9a-f]+\/\d+\/\d+$/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
});
