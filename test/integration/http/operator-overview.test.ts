import { expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { createOverview } from '../../../src/operator/overview/create-overview.ts';
import { createDependencyWatch } from '../../../src/operator/overview/dependency-watch.ts';
import { createOverviewRoutes } from '../../../src/operator/routes/overview-route.ts';
import type { NodeNote, Overview } from '../../../src/values/inspection/overview.ts';
import { QUIET_DAY } from '../../support/quiet-day.ts';
import { createOrderSystem } from '../../unit/runtime/support/order-system.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const NODE: NodeNote = {
  ...{ nodeId: 'node-1', host: 'vm-1', isThis: true, startedAtMs: 1, seenAtMs: 2, version: '1.0.0', isDraining: false },
  ...{ residents: 2, effectsRunning: 3, lastTickAtMs: null, groups: ['0-255'] },
};

const PUT_ASIDE = {
  ...{ chainId: 1, vault: '0xv', kind: 'created', subject: '0xa/1', attempts: 2, lastError: 'It could not take it.', nextAttemptAtMs: 9 },
};

test('the overview reports actors, ticks, minutes, nodes and dependencies, and requires the token', async () => {
  const orders = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  const { operator, feed, tick } = orders.test.system();
  const { clock } = orders.test.time;
  const overview = createOverview({
    outages: () => [],
    counts: operator.counts,
    late: (beforeMs) => operator.late({ beforeMs, most: 10 }),
    feed,
    nodes: () => [NODE, { ...NODE, nodeId: 'node-2', isThis: false, effectsRunning: 4 }],
    dependencies: createDependencyWatch({
      probes: [{ kind: 'store', name: 'store', check: async () => null }],
      clock,
      after: () => () => undefined,
    }),
    pauses: () => [{ type: 'order', by: 'alice', reason: 'maintenance', atMs: 5 }],
    deferred: {
      totals: async () => [
        { follower: 'dca', count: 7, oldestAtMs: 4 },
        { follower: 'autopilot', count: 1, oldestAtMs: 3 },
      ],
      oldest: async () => [6, 4, 3, 5, 8, 9].map((firstAtMs) => ({ ...PUT_ASIDE, id: `dca/${firstAtMs}`, firstAtMs })),
    },
    readerOf: ({ chainId }) => `reader/${chainId}`,
    clock,
    nodeId: 'node-1',
    version: '1.0.0',
  });
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: 'sesame' }] });
  await using server = startTestServer({
    resources: [
      createOverviewRoutes({
        overview,
        today: async () => QUIET_DAY,
        blocked: async () => ({ groups: [], isMore: false, countedAtMs: 0 }),
        outages: async () => ({ nowMs: 0, outages: [], troubles: [] }),
        auth,
      }),
    ],
  });
  const ask = (headers: Record<string, string>) => server.get('/api/operator/overview', { headers });
  expect((await ask({})).status).toBe(401);

  const read = async (): Promise<Overview> => (await readEnvelope(await ask({ authorization: 'Bearer sesame' }))).data;
  expect(await read()).toMatchObject({ actors: 0, types: [], outbox: { entries: 0, running: 7 }, quarantined: 0, ticks: [] });
  await orders.order('o1').create({ owner: '0xa' });
  await orders.order('o1').ask({ type: 'ADD', by: 7 });
  const minute = Math.ceil(clock.now() / 60_000) * 60_000;
  await tick(minute);
  const record = await orders.record('o1');
  const told = await read();
  expect(told).toMatchObject({
    nodeId: 'node-1',
    version: '1.0.0',
    actors: 1,
    types: [{ type: 'order', total: 1, states: [{ status: record.keys.status, health: record.health.state, count: 1 }] }],
    outbox: { entries: record.outbox.length, running: 7 },
    late: { count: 0, isMore: false, oldest: null },
    ticks: [{ tickAtMs: minute }],
    dependencies: [{ kind: 'store', name: 'store', isOk: true }],
    paused: [{ type: 'order', by: 'alice' }],
    deferred: {
      count: 8,
      oldestAtMs: 3,
      items: ['dca/3', 'dca/4', 'dca/5', 'dca/6', 'dca/8'].map((id) => ({ id, putAsideBy: 'reader/1', subject: '0xa/1' })),
    },
  });
  expect(told.minutes.reduce((sum, { commits }) => sum + commits, 0)).toBe(record.revision);
});
