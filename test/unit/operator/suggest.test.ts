import { expect, test } from 'bun:test';
import type { TransactionSearch } from '../../../src/module/transaction-search.ts';
import { createSuggest } from '../../../src/operator/inspection/create-suggest.ts';
import { createFindNamed } from '../../../src/operator/inspection/find-named.ts';
import type { FindPage, FindQuery } from '../../../src/runtime/operator/find-actors.ts';
import { NONE_NAMED } from '../../../src/runtime/operator/search-actors.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { firstRecord } from '../../contract/actor-store/support/sample-records.ts';

const HASH = `0x${'ab'.repeat(32)}`;
/** Hash of a transaction that no record of an actor contains any more. */
const OLD_HASH = `0x${'cd'.repeat(32)}`;
const TOKEN = `0x${'0c'.repeat(20)}`;

const withContext = (id: string, context: ActorRecord['snapshot']['context']) =>
  firstRecord(id, { snapshot: { status: 'active', value: 'waiting', context }, keys: { wallet: null, chainId: 1, status: 'active' } });
const records = [
  withContext('trade/1', { hash: HASH }),
  withContext('agent/2', { link: { agentId: 7 }, tokens: [TOKEN] }),
  withContext('agent/3', { link: null }),
];
const TITLES: Readonly<Record<string, string>> = { 'trade/1': 'Swap 1 ETH to USDC', 'agent/2': 'Agent 7 of 0x90f7…b906' };

const named = createFindNamed([{ type: 'agent', keysOf: async (hash) => (hash === OLD_HASH ? ['3'] : []) }]);
const suggest = createSuggest({
  named,
  counts: async () => ({
    ...{ actors: 3, outboxEntries: 0 },
    byTypeAndStatus: ['trade', 'agent'].map((type) => ({ type, status: 'active', health: 'ok', count: 1 })),
  }),
  async find({ type, search, named: { ids } = NONE_NAMED, limit }: FindQuery): Promise<FindPage> {
    const isFound = (id: string) => ids.includes(id) || id.startsWith(search ?? '');
    const found = records.filter(({ id, type: own }) => (type === undefined ? isFound(id) : own === type)).slice(0, limit);
    return { actors: found.map((record) => ({ record, handle: { ref: record.id } })), cursor: null, sort: 'created' };
  },
  titlesOf: async (all) => all.map(({ id }) => TITLES[id] ?? null),
  clock: { now: () => 1 },
});

test.each([
  ['agent/', ['agent/2 id or wallet', 'agent/3 id or wallet']],
  ['#7', ['agent/2 number']],
  ['usdc', ['trade/1 title']],
  [HASH.slice(0, 12).toUpperCase().replace('0X', '0x'), ['trade/1 hash or address']],
  [TOKEN, ['agent/2 hash or address']],
  [OLD_HASH, ['agent/3 hash or address']],
  [` ${OLD_HASH.toUpperCase()} `, ['agent/3 hash or address']],
  [OLD_HASH.slice(0, 12), []],
  ['nothing of the kind', []],
  ['   ', []],
])('%p suggests %p', async (text, expected) => {
  expect((await suggest(text)).actors.map(({ id, by }) => `${id} ${by}`)).toEqual(expected);
});

test('a transaction that was for many actors names a bounded number of them, and says that there are more', async () => {
  const asked: number[] = [];
  const searchOf = (type: string, count: number): TransactionSearch => ({
    type,
    async keysOf(_hash, most) {
      asked.push(most);
      return Array.from({ length: count }, (_, index) => String(index)).slice(0, most);
    },
  });
  const full = await createFindNamed([searchOf('position', 32), searchOf('agent', 1)])(OLD_HASH);
  expect([full.ids.length, full.isMore]).toEqual([33, false]);
  const more = await createFindNamed([searchOf('position', 500), searchOf('agent', 1)])(OLD_HASH);
  expect([more.ids.length, more.isMore]).toEqual([33, true]);
  // One more than the limit is read, which shows whether there are more.
  expect(asked).toEqual([33, 33, 33, 33]);
  expect(await createFindNamed([searchOf('position', 1)])(OLD_HASH.slice(0, 20))).toEqual(NONE_NAMED);
});

test('suggestions say whether the list of actors finds more', async () => {
  const many = Array.from({ length: 12 }, (_, index) => withContext(`many/${index}`, {}));
  const ofMany = createSuggest({
    named: async () => NONE_NAMED,
    counts: async () => ({ actors: 12, outboxEntries: 0, byTypeAndStatus: [] }),
    find: async ({ limit }) => ({
      actors: many.slice(0, limit).map((record) => ({ record, handle: { ref: record.id } })),
      ...{ cursor: null, sort: 'id' },
    }),
    titlesOf: async (all) => all.map(() => null),
    clock: { now: () => 1 },
  });
  const { actors, isMore } = await ofMany('many');
  expect([actors.length, isMore]).toEqual([10, true]);
  expect(await suggest('agent/')).toMatchObject({ isMore: false });
});
