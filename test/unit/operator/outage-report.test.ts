import { expect, test } from 'bun:test';
import { headWithOutage, leadWithOutage, outageOf } from '../../../src/operator/inspection/lead-with-outage.ts';
import { createOutageReport } from '../../../src/operator/overview/outage-report.ts';
import type { Outage } from '../../../src/values/inspection/outage.ts';
import { firstRecord } from '../../contract/actor-store/support/sample-records.ts';

const frozen: Outage = {
  ...{ name: 'chain 1 progress', kind: 'chain', chainId: 1, cause: 'Chain 1 stands still.', sinceMs: 1_000 },
  ...{ waits: 'Its orders wait.', remedy: 'Check its node.', transactionsWaiting: 2 },
};
const store: Outage = { ...frozen, name: 'store', kind: 'store', chainId: null, cause: 'The store is read only.' };
const disk: Outage = { ...store, name: 'disk', kind: 'disk' };
const why = { code: 'not-due', tone: 'calm', sentence: 'It is due later.', details: ['Once.'], nextAtMs: 5, next: [] } as const;

test('an outage has the number of actors that wait for it, and a service that is away is told beside it', async () => {
  const report = createOutageReport({
    dependencies: {
      notes: async () => [
        { kind: 'chain', name: 'chain 1 progress', isOk: false, message: 'Covered by the outage.', sinceMs: 1 },
        { kind: 'redis', name: 'redis', isOk: false, message: 'Redis is not reachable.', sinceMs: 7 },
        { kind: 'chain', name: 'chain 1 endpoints', isOk: false, message: 'One is avoided.', sinceMs: 8 },
        { kind: 'store', name: 'store', isOk: true, message: 'Works.', sinceMs: null },
      ],
    },
    outages: () => [disk, store, frozen],
    holdsActors: ({ name }) => name !== 'disk',
    told: new Set(['chain 1 progress', 'redis', 'store']),
    countWaiting: (chainId) => (chainId === null ? Promise.reject(new Error('away')) : Promise.resolve({ count: 3, isMore: false })),
    clock: { now: () => 9 },
  });
  expect(await report()).toEqual({
    nowMs: 9,
    outages: [
      { ...disk, actorsWaiting: null },
      { ...store, actorsWaiting: null },
      { ...frozen, actorsWaiting: { count: 3, isMore: false } },
    ],
    troubles: [{ name: 'redis', cause: 'Redis is not reachable.', sinceMs: 7 }],
  });
});

test('the explanation of an actor that waits because of an outage begins with it', () => {
  const waiting = firstRecord('trade/1', { wakeAtMs: 5, keys: { wallet: null, chainId: 1, status: null } });
  expect(leadWithOutage(why, outageOf(waiting, [frozen]))).toEqual({
    ...{ ...why, code: 'outage', tone: 'bad', sentence: 'Chain 1 stands still.' },
    details: ['Its orders wait. Check its node.', 'It is due later.', 'Once.'],
  });
  expect(headWithOutage(why, outageOf(waiting, [store]))?.sentence).toBe('The store is read only.');
  expect(leadWithOutage(why, null)).toBe(why);
});

test('an actor of another chain, one that is over, and one that waits for nothing are explained as before', () => {
  const on = (chainId: number) => ({ wallet: null, chainId, status: null });
  expect(outageOf(firstRecord('trade/1', { wakeAtMs: 5, keys: on(2) }), [frozen])).toBeNull();
  expect(outageOf(firstRecord('trade/1', { wakeAtMs: null, keys: on(1) }), [frozen])).toBeNull();
  const { snapshot } = firstRecord('trade/1');
  expect(outageOf(firstRecord('trade/1', { wakeAtMs: 5, keys: on(1), snapshot: { ...snapshot, status: 'done' } }), [frozen])).toBeNull();
});
