import { expect, test } from 'bun:test';
import { causeOfScope, scopeEffects } from '../../../../src/app/watch-actors.ts';
import { currentScope, type Scope, withinScope } from '../../../../src/platform/log/scope.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import type { SpanRecord } from '../../../../src/platform/tracing/spans.ts';
import { formatTraceparent, isInRatio, parseTraceparent, traceIdOf } from '../../../../src/platform/tracing/trace-ids.ts';
import { createTracer, type Tracer } from '../../../../src/platform/tracing/tracer.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { createOrderSystem } from '../../runtime/support/order-system.ts';

const CLIENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

function createTraced(options: { ratio?: number; pay?: (actors: ActorClient, attempt: number) => Promise<void> } = {}) {
  const spans: SpanRecord[] = [];
  const store = createMemoryActorStore();
  const scopes: (Scope | null)[] = [];
  const current: { tracer: Tracer | null } = { tracer: null };
  const orders = createOrderSystem({
    async pay(_params, { actors, key, attempt }) {
      scopes.push(currentScope());
      await options.pay?.(actors, attempt);
      return { type: 'PAID', receipt: key };
    },
    system: {
      store,
      outsideCause: causeOfScope,
      aroundEffect: (effect, attempt) => scopeEffects(current.tracer)(effect, attempt),
    },
  });
  /** Creates a tracer with an empty memory, as in a new process. */
  const trace = (): Tracer => {
    const { ratio = 1 } = options;
    const tracer = createTracer({
      sink: { tell: (span) => spans.push(span) },
      sampling: { isParentBased: true, ratio },
      history: store.history,
      clock: orders.test.time.clock,
      nodeId: 'node',
    });
    orders.test.system().feed.subscribe(tracer.see);
    current.tracer = tracer;
    return tracer;
  };
  const tracer = trace();
  /** Calls an actor from within a request, as the code of a route does. */
  const request = async (traceparent: string | null, ask: () => Promise<unknown>): Promise<void> => {
    const open = tracer.openRequest(traceparent, 'request-1');
    const scope = { fields: {}, requestId: 'request-1', effectKey: null, trace: open.place };
    await withinScope(scope, ask);
    tracer.endRequest(open, { name: 'POST /pay', status: 201, facts: {} });
    await orders.test.settle();
  };
  return { ...orders, spans, scopes, trace, request };
}

/** Returns the names of the spans from the root of the trace to this span. */
function pathTo(spans: readonly SpanRecord[], name: string): readonly string[] {
  const path: string[] = [];
  let at = spans.find((span) => span.name === name);
  while (at !== undefined) {
    path.unshift(at.name);
    const { parentSpanId } = at;
    at = spans.find(({ place }) => place.spanId === parentSpanId);
  }
  return path;
}

test('a request, its step, its effect and the result are one tree under the client’s span', async () => {
  const { order, request, spans, scopes } = createTraced();
  await request(CLIENT, async () => {
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '1' });
  });
  expect(pathTo(spans, 'order PAID')).toEqual(['POST /pay', 'order PAY', 'order pay', 'order PAID']);
  expect(new Set(spans.map(({ place }) => place.traceId))).toEqual(new Set([TRACE]));
  expect(spans.find(({ kind }) => kind === 'server')).toMatchObject({ parentSpanId: 'b7ad6b7169203331', error: null });
  expect(scopes[0]?.fields).toMatchObject({ actorId: 'order/o1', effectKey: 'order/o1/2/0', traceId: TRACE });
});

test('an actor that asks another continues the same trace', async () => {
  const { order, orders, request, spans } = createTraced({
    pay: async (actors) => void (await actors.of(orders_(), 'o2').ask({ type: 'ADD', by: 1 })),
  });
  const orders_ = () => orders;
  await order('o2').create({ owner: '0xb' });
  await request(CLIENT, async () => {
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '1' });
  });
  expect(pathTo(spans, 'order ADD')).toEqual(['POST /pay', 'order PAY', 'order pay', 'order ADD']);
  expect(spans.find(({ name }) => name === 'order ADD')?.facts).toMatchObject({
    'coxswain.actor.id': 'order/o2',
    'coxswain.cause': 'actor',
  });
});

test('after a crash started work continues in its trace, which is found through the causes in history', async () => {
  const {
    order,
    test: system,
    request,
    spans,
    trace,
  } = createTraced({
    async pay(_actors, attempt) {
      if (attempt === 1) throw new RetryableError({ code: 'later', message: 'later', retryAfterMs: 1_000 });
    },
  });
  await request(CLIENT, async () => {
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '1' });
  });
  system.crash();
  trace();
  await system.advance(120_000);
  const paid = spans.find(({ name }) => name === 'order PAID');
  expect(paid?.place.traceId).toBe(TRACE);
  expect(pathTo(spans, 'order PAID')).toEqual(['POST /pay', 'order PAY', 'order pay', 'order PAID']);
});

test('a step of a tick has a trace of its own that names the tick’s', async () => {
  const { order, test: system, spans } = createTraced();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await order().ask({ type: 'FAIL_TICKS', failing: true });
  await system.tick();
  const tick = spans.find(({ name }) => name === 'tick');
  const step = spans.find(({ facts }) => facts['coxswain.cause'] === 'tick');
  expect(step?.links.map(({ spanId }) => spanId)).toEqual([tick?.place.spanId ?? '']);
  expect(step?.place.traceId).not.toBe(tick?.place.traceId);
  expect(step?.parentSpanId).toBeNull();
});

test('an unsampled request reports no spans; a client’s sampling decision is followed', async () => {
  const none = createTraced({ ratio: 0 });
  await none.request(null, () => none.order().create({ owner: '0xa' }));
  expect(none.spans).toEqual([]);
  await none.request(CLIENT, () => none.order().ask({ type: 'PAY', amount: '1' }));
  expect(none.spans.map(({ name }) => name).sort()).toEqual(['POST /pay', 'order PAID', 'order PAY', 'order pay']);
  const all = createTraced();
  await all.request(CLIENT.replace(/01$/, '00'), () => all.order().create({ owner: '0xa' }));
  expect(all.spans).toEqual([]);
});

test('an effect that fails says why', async () => {
  const { order, request, spans } = createTraced({ pay: () => Promise.reject(new RetryableError({ code: 'later', message: 'Not now.' })) });
  await request(null, async () => {
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '1' });
  });
  expect(spans.find(({ name }) => name === 'order pay')?.error).toBe('later: Not now.');
});

test.each([
  ['', null],
  [CLIENT, TRACE],
  [`${CLIENT}-extra`, TRACE],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', null],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', null],
  ['ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', null],
  ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', null],
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331', null],
])('traceparent %p', (text, traceId) => {
  expect(parseTraceparent(text)?.traceId ?? null).toBe(traceId);
});

test('a place is written as it is read', () => {
  const place = parseTraceparent(CLIENT);
  expect(place === null ? null : formatTraceparent(place)).toBe(CLIENT);
});

test('a share of traces is about that share', () => {
  const taken = Array.from({ length: 2_000 }, (_, i) => traceIdOf('x', i)).filter((id) => isInRatio(id, 0.25)).length;
  expect(taken).toBeGreaterThan(400);
  expect(taken).toBeLessThan(600);
});
