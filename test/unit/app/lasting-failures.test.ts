import { expect, test } from 'bun:test';
import { logFeed } from '../../../src/app/log-feed.ts';
import { createPositionFacts, positionFactKey } from '../../../src/features/dca/position-facts.ts';
import { createErrorReply } from '../../../src/http/error-reply.ts';
import { createPrices } from '../../../src/market/prices/create-prices.ts';
import type { PriceSource } from '../../../src/market/prices/price.ts';
import { type Log, silentLog } from '../../../src/platform/log/log.ts';
import { createFeed, type FeedEvent } from '../../../src/runtime/engine/feed.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { createOrderSystem } from '../runtime/support/order-system.ts';

// Tests that a failure that lasts for an hour is logged a few times with a count, and not once a minute or once per request.

const MINUTE = 60_000;
const HOUR_OF_LINES = 6;
const vault = parseAddress(`0x${'a'.repeat(40)}`);

function open() {
  let nowMs = 1_000_000;
  const lines: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  const keep = (message: string, fields: object = {}) => void lines.push({ message, fields: { ...fields } });
  const log: Log = { ...silentLog, warn: keep, error: keep, info: (message, fields) => void (message !== 'Tick' && keep(message, fields)) };
  const now = () => nowMs;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { log, lines, now, pass };
}

test('facts that cannot be fetched for sixty ticks', async () => {
  const { log, lines } = open();
  const { order, test: system } = createOrderSystem({ facts: () => Promise.reject(new Error('the node is away')) });
  const counts = logFeed(system.system().feed, log, { now: system.time.clock.now });
  for (const key of ['a', 'b', 'c']) {
    await order(key).create({ owner: key });
    await order(key).ask({ type: 'WANT_TICK', dueAtMs: 0 });
  }
  for (let tick = 0; tick < 60; tick += 1) await system.tick();
  const told = lines.filter(({ message }) => message === 'Fetching the data that a tick needs failed');
  expect(told.length).toBe(lines.length);
  expect(told.length).toBeLessThanOrEqual(HOUR_OF_LINES);
  const leftOut = told.reduce((sum, { fields }) => sum + Number(fields.repeated ?? 0), 0);
  expect(told.length + leftOut).toBeGreaterThan(30);
  expect(counts()['facts-failed']).toBe(60);
});

test('a chain whose positions cannot be read for sixty ticks, beside one that fails for itself, until it can', async () => {
  const { log, lines, now, pass } = open();
  const away = new Set([1, 2]);
  const read = createPositionFacts({
    ...{ log, now, seen: { note: async () => {} } },
    vaultAt: (chainId) =>
      ({
        async positions() {
          if (away.has(chainId)) throw new RetryableError({ code: 'rpc-unavailable', message: 'away' });
          return { blockTimeSec: 1, positions: [{}] };
        },
      }) as never,
  });
  const keys = [1, 2, 3].map((chainId) => positionFactKey(chainId, vault, vault, 1));
  for (let tick = 0; tick < 60; tick += 1, pass(MINUTE)) expect((await read(keys)).size).toBe(1);
  expect(lines.length).toBe(2 * HOUR_OF_LINES);
  away.clear();
  await read(keys);
  expect(lines.slice(2 * HOUR_OF_LINES).map(({ message, fields }) => [message, fields.chainId, fields.count])).toEqual([
    ['DCA positions of a chain can be read again after failures', 1, 60],
    ['DCA positions of a chain can be read again after failures', 2, 60],
  ]);
});

test('a source of prices that fails, and answers again', async () => {
  const { log, lines, now, pass } = open();
  let isAway = true;
  const source: PriceSource = {
    ...{ name: 'shop', timeoutMs: 1_000, maxAgeMs: MINUTE, isOffChain: true, serves: () => true },
    async pricesOf() {
      if (isAway) throw new Error('away');
      return new Map();
    },
  };
  const prices = createPrices({ sources: [source], clock: { now }, log });
  const ask = () => prices.priceOf({ chainId: 1, address: vault, decimals: 18 } as never);
  for (let tick = 0; tick < 60; tick += 1, pass(MINUTE)) await ask();
  expect(lines.length).toBe(HOUR_OF_LINES);
  isAway = false;
  await ask();
  expect(lines.at(-1)).toMatchObject({ message: 'A price source answers again', fields: { source: 'shop', count: 60 } });
});

test('an effect that fails with every actor, separately by type, effect and code; and each actor that is quarantined', () => {
  const { log, lines, now } = open();
  const feed = createFeed(() => {});
  logFeed(feed, log, { now });
  const about = { indexKeys: null, atMs: 1 } as const;
  const error = (code: string) => ({ code, message: 'no', atMs: 1 });
  const ended = (id: `${string}/${string}`, name: string, code: string): FeedEvent =>
    ({ ...about, kind: 'effect-ended', id, key: `${id}/1/1`, name, outcome: 'retry', ms: 1, error: error(code) }) as const;
  for (let actor = 0; actor < 500; actor += 1) feed.publish(() => ended(`order/${actor}`, 'swap', 'rpc-unavailable'));
  feed.publish(() => ended('order/1', 'swap', 'rpc-timeout'));
  feed.publish(() => ended('order/1', 'tell', 'rpc-unavailable'));
  feed.publish(() => ended('agent/1', 'swap', 'rpc-unavailable'));
  expect(lines.length).toBe(4);
  for (let actor = 0; actor < 5; actor += 1) {
    feed.publish(() => ({ ...about, kind: 'quarantined', id: `order/${actor}`, error: error('broken') }));
  }
  expect(lines.slice(4).map(({ fields }) => fields.actorId)).toEqual(['order/0', 'order/1', 'order/2', 'order/3', 'order/4']);
});

test('requests that all fail in the same way; internal errors are logged one by one', () => {
  const { log, lines } = open();
  const errorReply = createErrorReply(log);
  const away = (code: string) => new RetryableError({ code, message: 'away' });
  for (let request = 0; request < 100; request += 1) expect(errorReply(away('store-away'), `r${request}`).status).toBe(503);
  errorReply(away('rpc-unavailable'), 'other');
  expect(lines.map(({ fields }) => fields.requestId)).toEqual(['r0', 'other']);
  for (const id of ['f0', 'f1']) expect(errorReply(new Error('a fault'), id).status).toBe(500);
  expect(lines.slice(2).map(({ fields }) => fields.requestId)).toEqual(['f0', 'f1']);
});
