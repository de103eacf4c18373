import { expect, test } from 'bun:test';
import { createSharedFacts } from '../../../src/runtime/tick/shared-facts.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { createOrderSystem } from './support/order-system.ts';

const MINUTE = 60_000;
const [lower, upper] = [{ shards: [0, 128] }, { shards: [128, 256] }] as const;

/** A source of facts (prices and chain data) that answers when the test allows it, and records its requests. */
function gatedSource() {
  const asked: (readonly string[])[] = [];
  const gates: PromiseWithResolvers<ReadonlyMap<string, unknown>>[] = [];
  const fetch = (keys: readonly string[]) => {
    asked.push(keys);
    const gate = Promise.withResolvers<ReadonlyMap<string, unknown>>();
    gates.push(gate);
    return gate.promise;
  };
  const answer = (n: number) => gates[n]?.resolve(new Map((asked[n] ?? []).map((key) => [key, `${key} of ${n}`])));
  const fail = (n: number) => gates[n]?.reject(new Error('the source is away'));
  return { asked, fetch, answer, fail };
}

test('groups of one minute request a key once, also while the request is running', async () => {
  const { asked, fetch, answer } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  const one = facts.of(0, lower).get('order', ['a', 'b'], fetch);
  const other = facts.of(0, upper).get('order', ['b', 'c'], fetch);
  expect(asked).toEqual([['a', 'b'], ['c']]);
  answer(1);
  answer(0);
  expect(await one).toEqual({
    values: new Map([
      ['a', 'a of 0'],
      ['b', 'b of 0'],
    ]),
    fetched: 2,
  });
  expect(await other).toEqual({
    values: new Map([
      ['c', 'c of 1'],
      ['b', 'b of 0'],
    ]),
    fetched: 1,
  });
  expect(await facts.of(0, { shards: [0, 10] }).get('order', ['a', 'b', 'c'], fetch)).toMatchObject({ fetched: 0 });
});

test('a key without an answer of the source is not requested again', async () => {
  let asked = 0;
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  const nothing = async () => {
    asked += 1;
    return new Map();
  };
  for (const scope of [lower, upper]) {
    expect((await facts.of(0, scope).get('order', ['a'], nothing)).values).toEqual(new Map([['a', undefined]]));
  }
  expect(asked).toBe(1);
});

test('types, minutes and a group that comes twice in a minute share nothing', async () => {
  const { asked, fetch } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  const ask = (atMs: number, scope: Parameters<typeof facts.of>[1], type = 'order') => void facts.of(atMs, scope).get(type, ['a'], fetch);
  ask(MINUTE, lower);
  ask(MINUTE, upper, 'other');
  expect(asked.length).toBe(2);
  ask(MINUTE, lower);
  expect(asked.length).toBe(3);
  // This tick of an earlier minute is late. It must read facts of its own, and must not replace the facts that are kept for the newest
  // minute.
  ask(0, upper);
  expect(asked.length).toBe(4);
  ask(MINUTE, upper);
  expect(asked.length).toBe(4);
  ask(2 * MINUTE, upper);
  expect(asked.length).toBe(5);
});

test('a tick of all shards keeps nothing', async () => {
  const { asked, fetch } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  void facts.of(0, {}).get('order', ['a'], fetch);
  void facts.of(0, upper).get('order', ['a'], fetch);
  expect(asked.length).toBe(2);
});

test('facts that one group failed to fetch are fetched by another group, and kept', async () => {
  const { asked, fetch, answer, fail } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  const one = facts.of(0, lower).get('order', ['a', 'bad'], fetch);
  const other = facts.of(0, upper).get('order', ['a'], fetch);
  fail(0);
  await expect(one).rejects.toThrow('the source is away');
  expect(asked).toEqual([['a', 'bad'], ['a']]);
  answer(1);
  expect(await other).toEqual({ values: new Map([['a', 'a of 1']]), fetched: 1 });
  expect(await facts.of(0, { shards: [0, 10] }).get('order', ['a'], fetch)).toEqual({ values: new Map([['a', 'a of 1']]), fetched: 0 });
});

test('a minute that is over is let go, and so is one that the clock was set back from', async () => {
  const { asked, fetch } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE });
  const ask = (scope: Parameters<typeof facts.of>[1]) => void facts.of(10 * MINUTE, scope).get('order', ['a'], fetch);
  ask(lower);
  facts.clockIsAt(11 * MINUTE - 1);
  ask(upper);
  expect(asked.length).toBe(1);
  facts.clockIsAt(11 * MINUTE);
  ask({ shards: [0, 10] });
  expect(asked.length).toBe(2);
  facts.clockIsAt(2 * MINUTE);
  ask({ shards: [10, 20] });
  expect(asked.length).toBe(3);
});

test('no more keys are kept than the bound', async () => {
  const { asked, fetch, answer } = gatedSource();
  const facts = createSharedFacts({ tickEveryMs: MINUTE, mostKeys: 2 });
  const first = facts.of(0, lower);
  const all = Promise.all([first.get('order', ['a', 'b'], fetch), first.get('order', ['c'], fetch)]);
  answer(0);
  answer(1);
  await all;
  void facts.of(0, upper).get('order', ['a', 'b', 'c'], fetch);
  expect(asked).toEqual([['a', 'b'], ['c'], ['c']]);
});

test('the ticks of a node for two groups fetch a price once, and the next minute fetches it again', async () => {
  let fetches = 0;
  const { test: system, order } = createOrderSystem({
    facts: async (keys) => {
      fetches += 1;
      return new Map(keys.map((key) => [key, '5']));
    },
  });
  const keys = Array.from({ length: 8 }, (_, i) => `o${i}`);
  for (const key of keys) {
    await order(key).create({ owner: key });
    await order(key).ask({ type: 'WANT_TICK', dueAtMs: 0 });
  }
  const inLower = keys.filter((key) => shardOf(`order/${key}`) < 128).length;
  expect(inLower * (keys.length - inLower)).toBeGreaterThan(0);
  await system.advance(MINUTE);
  const { tick } = system.system();
  const atMs = system.time.clock.now();
  expect(await tick(atMs, lower)).toMatchObject({ due: inLower, committed: inLower, factsFetched: 1 });
  expect(await tick(atMs, upper)).toMatchObject({ due: keys.length - inLower, committed: keys.length - inLower, factsFetched: 0 });
  expect(fetches).toBe(1);
  for (const key of keys) await order(key).ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await system.advance(MINUTE);
  expect(await tick(atMs + MINUTE, upper)).toMatchObject({ factsFetched: 1 });
});
