import { expect, test } from 'bun:test';
import { createNodeDrain } from '../../../../src/operator/operations/node-drain.ts';
import { createOperatorActs, type OperatorActs } from '../../../../src/operator/operations/operator-acts.ts';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { createVirtualTime } from '../../../../src/test-kit/virtual-time.ts';
import { failureOf } from '../../runtime/support/order-system.ts';

function createNode(put?: OperatorActs['put']) {
  const time = createVirtualTime(5_000);
  const acts = createOperatorActs({ records: createMemoryRecordStore({ clock: time.clock }) });
  const steps: string[] = [];
  const lines: string[] = [];
  const ticks = Promise.withResolvers<void>();
  const effects = Promise.withResolvers<void>();
  const step = (name: string, until: Promise<void>) => () => {
    steps.push(name);
    return until;
  };
  const node = createNodeDrain({
    nodeId: 'node-1',
    acts: put === undefined ? acts : { ...acts, put },
    clock: time.clock,
    log: createPinoLog({ level: 'info', write: (line) => lines.push(line) }),
    running: () => ({ effectsRunning: 1, commitsOutstanding: 2 }),
    refuse: () => void steps.push('refuse'),
    stopTicks: step('stop ticks', ticks.promise),
    finish: step('finish', effects.promise),
  });
  return { node, acts, steps, lines, ticks, effects, time };
}

test('a node is drained in order: new work is refused, ticks stop, running work ends; and the operator is recorded', async () => {
  const { node, acts, steps, lines, ticks, effects } = createNode();
  expect(node.state()).toMatchObject({ nodeId: 'node-1', drain: null });
  const begun = await node.drain('node-1', 'alice', 'new kernel');
  expect(begun).toEqual({
    nodeId: 'node-1',
    drain: { by: 'alice', reason: 'new kernel', atMs: 5_000, endedAtMs: null },
    effectsRunning: 1,
    commitsOutstanding: 2,
  });
  expect(steps).toEqual(['refuse', 'stop ticks']);
  ticks.resolve();
  await ticks.promise;
  expect(node.state().drain?.endedAtMs).toBeNull();
  effects.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps).toEqual(['refuse', 'stop ticks', 'finish']);
  expect(node.state().drain?.endedAtMs).toBe(5_000);
  expect((await acts.list({ limit: 5 })).acts).toMatchObject([{ act: 'drain', subject: 'node-1', by: 'alice', reason: 'new kernel' }]);
  expect(lines.some((line) => line.includes('"by":"alice"'))).toBe(true);
});

test('a second call reports the progress, and starts nothing again', async () => {
  const { node, steps } = createNode();
  await node.drain('node-1', 'alice', null);
  expect(await node.drain('node-1', 'bob', null)).toMatchObject({ drain: { by: 'alice' } });
  expect(steps).toEqual(['refuse', 'stop ticks']);
});

test('a call for another node, or that cannot be recorded, changes nothing', async () => {
  const { node, steps, acts } = createNode();
  expect(await failureOf(node.drain('node-2', 'alice', null))).toMatchObject({
    code: 'other-node',
    message: expect.stringContaining('This is node node-1'),
  });
  expect((await acts.list({ limit: 5 })).acts).toEqual([]);
  const away = createNode(() => Promise.reject(new Error('the store is away')));
  expect(await failureOf(away.node.drain('node-1', 'alice', null))).toMatchObject({ message: 'the store is away' });
  expect({ steps, away: away.steps, drain: away.node.state().drain }).toEqual({ steps: [], away: [], drain: null });
});
