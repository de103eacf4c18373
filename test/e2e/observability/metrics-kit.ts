import { Elysia } from 'elysia';
import { metricFamilies } from '../../../src/app/registry.ts';
import { countVaultGaps } from '../../../src/features/dca/gap-metrics.ts';
import { addRoute } from '../../../src/http/add-route.ts';
import { reply } from '../../../src/http/reply.ts';
import { countGaps } from '../../../src/operator/metrics/count-gaps.ts';
import { countFeed } from '../../../src/operator/metrics/feed-metrics.ts';
import { showSystem } from '../../../src/operator/metrics/system-metrics.ts';
import { createLocalFeed } from '../../../src/platform/feed/local/local-feed.ts';
import { createPromMetrics } from '../../../src/platform/metrics/prom-metrics.ts';
import { createServiceMetrics } from '../../../src/platform/metrics/service-metrics.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createFeed } from '../../../src/runtime/engine/feed.ts';
import type { ActorSystem } from '../../../src/runtime/system-options.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { startTestServer } from '../../integration/http/start-test-server.ts';
import { wallClock } from '../../support/devnet.ts';
import { parsePrometheusText } from '../../support/prometheus-text.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createOrderSystem, failureOf } from '../../unit/runtime/support/order-system.ts';
import { atLeast, createWatcherSystem } from '../../unit/runtime/support/watcher-system.ts';

/** Collects metrics over artificial actors, for events that do not occur in a healthy service. */
export function createMetricsKit() {
  const metrics = createPromMetrics(metricFamilies);
  const feed = createFeed((error) => {
    throw error;
  });
  countFeed(feed, metrics);
  const service = createServiceMetrics(metrics);
  const store = createMemoryActorStore();
  const gate = { commit: Promise.resolve(), due: (): void => undefined };
  const held = {
    ...store,
    commit: async (commits: Parameters<typeof store.commit>[0]) => {
      await gate.commit;
      return await store.commit(commits);
    },
    due: async (query: Parameters<typeof store.due>[0]) => {
      gate.due();
      return await store.due(query);
    },
  };
  const never = Promise.withResolvers<null>();
  const main = createOrderSystem({ pay: () => never.promise, system: { store: held } });
  const route = Promise.withResolvers<void>();
  const holding = new Elysia({ name: 'hold', prefix: '/hold' });
  const handle = async () => {
    await route.promise;
    return reply(null);
  };
  addRoute(holding, {
    cost: 'cheap',
    method: 'GET',
    path: '/',
    summary: 'Waits',
    input: {},
    responses: { 200: { description: 'Nothing.' } },
    handle,
  });
  const server = startTestServer({ resources: [holding] });
  showSystem(metrics, {
    system: () => main.test.system().stats(),
    feed: () => createLocalFeed({ nodeId: 'kit', clock: wallClock }).stats(),
    requestsPending: server.pending,
    counts: () => store.counts(),
    now: () => performance.now() * 1e6,
    onError: (error) => {
      throw error;
    },
  });
  const watch = (system: ActorSystem) => system.feed.subscribe((event) => feed.publish(() => event));
  watch(main.test.system());

  const read = async () => parsePrometheusText((await metrics.render('prometheus')).text);

  /** Makes the actor runtime fail in all ways that metrics count. */
  async function trouble(): Promise<void> {
    const { order, test } = main;
    await order().create({ owner: '0xa' });
    let conflicts = 0;
    test.faults(() => {
      conflicts += 1;
      return conflicts === 1 ? { kind: 'conflict' } : null;
    });
    await order().ask({ type: 'ADD', by: 1 });
    test.faults(null);
    await failureOf(order().ask({ type: 'EXPLODE' }));
    await order().ask({ type: 'DEEPER' });
    await test.tick();
    await test.advance(3 * 60_000);
    await test.tick();
    gate.due = () => {
      throw new RetryableError({ code: 'store-unavailable', message: 'away' });
    };
    await failureOf(test.system().tick(test.time.clock.now() + 60_000));
    gate.due = () => undefined;
    await noFacts();
    await noTopics();
    await quarantine();
    await wokenByTick();
    await gap();
    await lateTick();
  }

  async function lateTick(): Promise<void> {
    const { test } = createOrderSystem({});
    watch(test.system());
    await test.system().tick(test.time.clock.now() - 2_000);
  }

  async function noFacts(): Promise<void> {
    const { order, test } = createOrderSystem({
      factKeys: () => ['price'],
      facts: () => Promise.reject(new Error('no prices')),
    });
    watch(test.system());
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
    await test.tick();
  }

  async function noTopics(): Promise<void> {
    const { watcher, test } = createWatcherSystem({ topicValues: () => Promise.reject(new Error('no prices')) });
    watch(test.system());
    await watcher().create({ triggers: [atLeast('price/a', 1)] });
    await test.tick();
  }

  async function quarantine(): Promise<void> {
    const pay = () => Promise.reject(new TerminalError({ code: 'no', message: 'no' }));
    const { order, test } = createOrderSystem({ failureIsAnEvent: false, pay });
    watch(test.system());
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'PAY', amount: '1' });
    await test.settle();
  }

  async function wokenByTick(): Promise<void> {
    let attempts = 0;
    const { order, test } = createOrderSystem({
      pay: async () => {
        attempts += 1;
        if (attempts === 1) throw new RetryableError({ code: 'later', message: 'later' });
        return null;
      },
      system: { wakeEveryMs: 600_000 },
    });
    watch(test.system());
    await order().create({ owner: '0xa' });
    await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
    await order().ask({ type: 'PAY', amount: '1' });
    await test.settle();
    await test.tick();
  }

  async function gap(): Promise<void> {
    countVaultGaps(metrics)(1);
    const live = countGaps(createLocalFeed({ nodeId: 'kit', clock: wallClock }), service.feedGap);
    const leaving = new AbortController();
    const after = { stream: { entry: '0-0', at: 0 }, ring: { node: 'another', index: 3 }, seen: [] };
    for await (const _items of live.follow({ after, matches: () => true, signal: leaving.signal })) leaving.abort();
  }

  /** Calls `look` while an effect, a commit and an HTTP request are all in progress, so that their gauges are above 0. */
  async function whileHeld<T>(look: () => Promise<T>): Promise<T> {
    const { order, test } = main;
    await order().ask({ type: 'PAY', amount: '1' });
    await test.settle();
    const open = Promise.withResolvers<void>();
    gate.commit = open.promise;
    const asking = order('o2').create({ owner: '0xb' });
    const requesting = server.get('/api/hold');
    await waitFor(() => server.pending() === 1 && test.system().stats().commitsOutstanding === 1, {
      what: 'a request and a commit in hand',
    });
    const seen = await look();
    open.resolve();
    route.resolve();
    await Promise.all([asking, requesting]);
    return seen;
  }

  return { read, trouble, whileHeld, stop: () => server.stop(0) };
}
