import { expect, test } from 'bun:test';
import { createSuggest } from '../../../src/operator/inspection/create-suggest.ts';
import type { FindPage, FindQuery } from '../../../src/runtime/operator/find-actors.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { firstRecord } from '../../contract/actor-store/support/sample-records.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const TOKEN = `0x${'0c'.repeat(20)}`;

const withContext = (id: string, context: ActorRecord['snapshot']['context']) =>
  firstRecord(id, { snapshot: { status: 'active', value: 'waiting', context }, keys: { wallet: null, chainId: 1, status: 'active' } });
const records = [
  withContext('trade/1', { hash: HASH }),
  withContext('agent/2', { link: { agentId: 7 }, tokens: [TOKEN] }),
  withContext('agent/3', { link: null }),
];
const TITLES: Readonly<Record<string, string>> = { 'trade/1': 'Swap 1 ETH to USDC', 'agent/2': 'Agent 7 of 0x90f7…b906' };

const suggest = createSuggest({
  counts: async () => ({
    ...{ actors: 3, outboxEntries: 0 },
    byTypeAndStatus: ['trade', 'agent'].map((type) => ({ type, status: 'active', health: 'ok', count: 1 })),
  }),
  async find({ type, search }: FindQuery): Promise<FindPage> {
    const found = records.filter(({ id, type: own }) => (type === undefined ? id.startsWith(search ?? '') : own === type));
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
  ['nothing of the kind', []],
  ['   ', []],
])('%p suggests %p', async (text, expected) => {
  expect((await suggest(text)).map(({ id, by }) => `${id} ${by}`)).toEqual(expected);
});
