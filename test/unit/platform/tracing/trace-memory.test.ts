import { expect, test } from 'bun:test';
import { traceIdOf } from '../../../../src/platform/tracing/trace-ids.ts';
import { createTraceMemory, type ReadHistory } from '../../../../src/platform/tracing/trace-memory.ts';
import { createTracer } from '../../../../src/platform/tracing/tracer.ts';
import type { FeedEvent } from '../../../../src/runtime/engine/feed.ts';
import type { Cause } from '../../../../src/runtime/record/record.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ALL = { isParentBased: true, ratio: 1 };

/** A simulated history, defined by the cause of each revision. It records which revisions are read. */
function historyOf(causes: (id: string, revision: number) => Cause | null) {
  const reads: string[] = [];
  const history: ReadHistory = async (id, { beforeRevision, limit }) => {
    reads.push(`${id}/${beforeRevision - 1}`);
    const revisions = Array.from({ length: Math.min(limit, beforeRevision - 1) }, (_, back) => beforeRevision - 1 - back);
    return revisions.flatMap((revision) => {
      const cause = causes(id, revision);
      return cause === null ? [] : [{ revision, event: { id: `${id}/${revision}/event`, type: 'NEXT', payload: {} }, cause }];
    });
  };
  return { reads, history };
}

/** Each step is caused by the preceding step, and the first one by a request. */
const inOneActor = (id: string, revision: number): Cause =>
  revision === 1
    ? { kind: 'http', by: 'request-1', trace: `00-${TRACE}-b7ad6b7169203331-01` }
    : { kind: 'effect', by: `${id}/${revision - 1}/0` };

test('a long way back costs a few reads, which serve all that begin together', async () => {
  const { reads, history } = historyOf(inOneActor);
  const memory = createTraceMemory({ history, sampling: ALL });
  const traces = await Promise.all(Array.from({ length: 60 }, (_, i) => memory.ofEffect(`order/1/${60 - i}/0`)));
  expect(new Set(traces)).toEqual(new Set([{ traceId: TRACE, isSampled: true }]));
  expect(reads).toEqual(['order/1/60', 'order/1/44', 'order/1/28', 'order/1/12']);
  expect(memory.known('order/1/7')).toEqual({ traceId: TRACE, isSampled: true });
});

test('a search back over many actors ends at its limit, and a new trace starts there, under one name', async () => {
  const { reads, history } = historyOf((id) => ({ kind: 'actor', by: `order/${Number(id.slice('order/'.length)) + 1}/1/0` }));
  const memory = createTraceMemory({ history, sampling: ALL });
  const found = await memory.ofEffect('order/1/1/0');
  expect(reads.length).toBe(10);
  expect(found).toEqual({ traceId: traceIdOf('order/11', 'order/11/1'), isSampled: true });
  expect(await memory.ofEffect('order/5/1/0')).toEqual(found);
  expect(reads.length).toBe(10);
});

test('a cycle of causes ends', async () => {
  const { reads, history } = historyOf((id, revision) => ({ kind: 'effect', by: `${id}/${revision}/0` }));
  await createTraceMemory({ history, sampling: ALL }).ofEffect('order/1/1/0');
  expect(reads).toEqual(['order/1/1']);
});

test('where tracing is not possible, no trace is searched', async () => {
  const { reads, history } = historyOf(inOneActor);
  const memory = createTraceMemory({ history, sampling: { isParentBased: false, ratio: 0 } });
  expect(await memory.ofEffect('order/1/9/0')).toMatchObject({ isSampled: false });
  expect(reads).toEqual([]);
});

test('after an unreadable step a new trace starts, and later steps are searched', async () => {
  const memory = createTraceMemory({
    history: (id, page) => (id === 'order/1' ? Promise.reject(new Error('away')) : historyOf(inOneActor).history(id, page)),
    sampling: ALL,
  });
  const [lost, found] = await Promise.all([memory.ofEffect('order/1/2/0'), memory.ofEffect('order/2/2/0')]);
  expect(lost).toEqual({ traceId: traceIdOf('order/1', 'order/1/2'), isSampled: true });
  expect(found.traceId).toBe(TRACE);
});

test('effects without a reported end do not fill the tracer’s memory', async () => {
  const tracer = createTracer({
    sink: { tell: () => {} },
    sampling: { isParentBased: false, ratio: 0 },
    history: async () => [],
    clock: { now: () => 1 },
    nodeId: 'node',
  });
  const started = (revision: number): FeedEvent => ({
    ...{ kind: 'effect-started', atMs: 1, id: 'order/1', indexKeys: null },
    ...{ key: `order/1/${revision}/0`, name: 'pay', attempt: 1 },
  });
  tracer.see(started(1));
  expect(tracer.placeOfEffect('order/1/1/0')).not.toBeNull();
  for (let revision = 2; revision <= 10_001; revision += 1) tracer.see(started(revision));
  expect(tracer.placeOfEffect('order/1/1/0')).toBeNull();
  expect(tracer.placeOfEffect('order/1/2/0')).not.toBeNull();
  // The trace of revision 2 is used again, so it counts as the newest. When the memory is full, the trace of revision 3 must be evicted
  // before it.
  tracer.see(started(2));
  tracer.see(started(10_002));
  expect(tracer.placeOfEffect('order/1/2/0')).not.toBeNull();
  expect(tracer.placeOfEffect('order/1/3/0')).toBeNull();
});
