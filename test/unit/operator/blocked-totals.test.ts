import { expect, test } from 'bun:test';
import { createBlockedTotals } from '../../../src/operator/overview/blocked-totals.ts';
import type { FindPage, FindQuery } from '../../../src/runtime/operator/find-actors.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { firstRecord } from '../../contract/actor-store/support/sample-records.ts';

const clock = { now: () => 5_000 };
const state = (type: string) => ({ type, status: 'active', health: 'ok' as const, count: 9 });

function totalsOf(records: readonly ActorRecord[], limited: string | null = null) {
  const find = async ({ type, limit, cursor = '0' }: FindQuery): Promise<FindPage> => {
    const all = records.filter((record) => record.type === type);
    const end = Number(cursor) + limit;
    const actors = all.slice(Number(cursor), end).map((record) => ({ record, handle: { ref: record.id } }));
    return { actors, cursor: end < all.length || type === limited ? String(end) : null, sort: 'created' };
  };
  return createBlockedTotals({
    counts: async () => ({ actors: 0, outboxEntries: 0, byTypeAndStatus: [state('trade'), state('trade'), state('agent')] }),
    find,
    blockedWhy: ({ id }) =>
      id.includes('calm')
        ? { code: 'not-due', tone: 'calm', sentence: 'It is not due.' }
        : id.includes('x')
          ? { code: 'no-route', tone: 'warn', sentence: `${id} has no route.` }
          : { code: 'quarantined', tone: 'bad', sentence: 'Q.' },
    clock,
  })();
}

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => firstRecord(`${name}${index}`));

test('blocked actors are counted by type and reason, the most urgent first, without those that wait as they should', async () => {
  const totals = await totalsOf([...many(120, 'trade/x'), ...many(2, 'trade/q'), ...many(1, 'agent/x'), ...many(4, 'agent/calm')]);
  expect(totals).toEqual({
    groups: [
      { type: 'trade', code: 'quarantined', tone: 'bad', sentence: 'Q.', count: 2 },
      { type: 'trade', code: 'no-route', tone: 'warn', sentence: 'trade/x0 has no route.', count: 120 },
      { type: 'agent', code: 'no-route', tone: 'warn', sentence: 'agent/x0 has no route.', count: 1 },
    ],
    isMore: false,
    countedAtMs: 5_000,
  });
});

test('a search that reached its limit says that there may be more', async () => {
  expect(await totalsOf(many(3, 'agent/x'), 'agent')).toMatchObject({ groups: [{ count: 3 }], isMore: true });
  expect(await totalsOf(many(501, 'trade/x'))).toMatchObject({ groups: [{ count: 500 }], isMore: true });
});
