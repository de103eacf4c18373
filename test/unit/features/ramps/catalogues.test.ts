import { expect, test } from 'bun:test';
import { createCatalogues } from '../../../../src/features/ramps/catalogues.ts';
import type { RampCatalogue } from '../../../../src/features/ramps/ramp-provider.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { NOW, smallCatalogue, stubRamp } from './ramp-bench.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Nodes over one store, and a provider that counts how often it is asked. */
function setUp(nodes = 1) {
  let now = NOW;
  let asked = 0;
  let next: () => Promise<RampCatalogue> = async () => smallCatalogue(10);
  const clock = { now: () => now };
  const records = createMemoryRecordStore({ clock });
  const ramp = stubRamp('banxa', {
    catalogue: () => {
      asked += 1;
      return next();
    },
  });
  const create = () =>
    createCatalogues({ records, clock, timers: systemTimers, log: silentLog, providers: [ramp, stubRamp('transak', {}, { isOff: true })] });
  return {
    nodes: Array.from({ length: nodes }, create),
    create,
    asked: () => asked,
    answer(work: typeof next) {
      next = work;
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

test('two hundred callers at once on two nodes: the provider is asked once', async () => {
  const { nodes, asked } = setUp(2);
  const calls = Array.from({ length: 200 }, (_, index) => nodes[index % 2]?.refresh('banxa'));
  const results = await Promise.all(calls);
  expect(asked()).toBe(1);
  expect(results.some((result) => result?.isReplaced)).toBe(true);
  expect(results.map((result) => result?.catalogue.coins.length)).toEqual(calls.map(() => 10));
  expect((await nodes[1]?.read('banxa'))?.provider).toBe('banxa');
});

test('at most once a minute, over all nodes', async () => {
  const { nodes, asked, pass } = setUp(2);
  for (const node of nodes) await node.refresh('banxa');
  pass(MINUTE_MS - 1);
  for (const node of nodes) expect((await node.refresh('banxa')).isReplaced).toBe(false);
  expect(asked()).toBe(1);
  pass(1);
  expect((await nodes[0]?.refresh('banxa'))?.isReplaced).toBe(true);
  expect(asked()).toBe(2);
});

test('what cannot be connected to a token is listed with the reason', async () => {
  const { nodes } = setUp();
  const { catalogue } = (await nodes[0]?.refresh('banxa')) ?? {};
  expect(catalogue?.coins.map(({ code, chainId, unmapped }) => [code, chainId, unmapped]).slice(0, 2)).toEqual([
    ['USDC', 8453, null],
    ['C0', null, 'unknown-network'],
  ]);
});

test.each([
  ['an empty one', { coins: [], fiats: [] }, 'The catalogue has no coins.'],
  ['half of one', { ...smallCatalogue(10), fiats: [] }, 'The catalogue has no currencies.'],
  ['a shrunken one', smallCatalogue(6), 'The catalogue has only 6 coins; the last accepted catalogue had 10.'],
])('a good catalogue is not replaced by %s; the operator may accept it', async (_what, bad, reason) => {
  const { nodes, create, answer, pass } = setUp();
  const [node = create()] = nodes;
  await node.refresh('banxa');
  pass(MINUTE_MS);
  answer(async () => bad);
  const refreshed = await node.refresh('banxa');
  expect([refreshed.isReplaced, refreshed.catalogue.coins.length, refreshed.catalogue.problem]).toEqual([false, 10, reason]);
  const doubted = await create().doubted('banxa');
  expect([doubted?.coins.length, doubted?.reason]).toEqual([bad.coins.length, reason]);
  expect(await node.acceptDoubted('banxa')).toBe(true);
  expect((await create().read('banxa')).coins).toHaveLength(bad.coins.length);
  expect(await node.acceptDoubted('banxa')).toBe(false);
});

test('70 % of the last one are enough', async () => {
  const { nodes, create, answer, pass } = setUp();
  const [node = create()] = nodes;
  await node.refresh('banxa');
  pass(MINUTE_MS);
  answer(async () => smallCatalogue(7));
  expect((await node.refresh('banxa')).catalogue.coins).toHaveLength(7);
});

test('a failure leaves the catalogue, and says why, at once and to later callers', async () => {
  const { nodes, create, answer, pass } = setUp();
  const [node = create()] = nodes;
  await node.refresh('banxa');
  pass(MINUTE_MS);
  answer(async () => {
    throw new ProviderFailure('unavailable', 'banxa cannot be reached.');
  });
  const atOnce = await Promise.all([node.refresh('banxa'), node.refresh('banxa')]);
  for (const { isReplaced, catalogue } of [...atOnce, await node.refresh('banxa'), await create().refresh('banxa')]) {
    expect([isReplaced, catalogue.coins.length, catalogue.problem]).toEqual([false, 10, 'banxa cannot be reached.']);
  }
  const { coins, problem } = await create().read('banxa');
  expect([coins.length, problem]).toEqual([10, 'banxa cannot be reached.']);
});

test.each([
  ['a provider that fails', async () => Promise.reject(new ProviderFailure('timeout', 'banxa did not answer in time.')), 'in time', true],
  ['an empty first one', async () => ({ coins: [], fiats: [] }), 'The catalogue has no coins.', false],
])('without a stored catalogue, %s is a failure at once and for later callers', async (_what, next, message, isTimeout) => {
  const { nodes, create, answer, asked } = setUp();
  const [node = create()] = nodes;
  answer(next);
  const reasons: string[] = [];
  for (const each of [node, node, create()]) {
    const error: unknown = await each.refresh('banxa').catch((thrown: unknown) => thrown);
    if (!(error instanceof ProviderFailure)) throw new TypeError('A provider failure is expected');
    expect(error.message).toContain(message);
    expect((await each.read('banxa')).problem).toContain(message);
    reasons.push(error.reason);
  }
  expect(reasons).toEqual(isTimeout ? ['timeout', 'timeout', 'unavailable'] : ['unavailable', 'unavailable', 'unavailable']);
  expect(asked()).toBe(1);
});

test('once a day, and without a provider that is off', async () => {
  const { nodes, create, asked, pass } = setUp();
  const [node = create()] = nodes;
  await node.refreshOld();
  await node.refreshOld();
  pass(DAY_MS - 1);
  await node.refreshOld();
  expect(asked()).toBe(1);
  pass(1);
  await node.refreshOld();
  expect(asked()).toBe(2);
  await expect(node.refresh('transak')).rejects.toThrow('The provider transak is off, because this service has no keys for it. Set A_KEY.');
});
