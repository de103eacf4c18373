import { logFeed } from '../../../src/app/log-feed.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { createOverview } from '../../../src/operator/overview/create-overview.ts';
import { createDependencyWatch } from '../../../src/operator/overview/dependency-watch.ts';
import { createFeedRoutes } from '../../../src/operator/routes/feed-routes.ts';
import { createOverviewRoutes } from '../../../src/operator/routes/overview-route.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { createLocalFeed } from '../../../src/platform/feed/local/local-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import type { Overview } from '../../../src/values/inspection/overview.ts';
import { QUIET_DAY } from '../../support/quiet-day.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor } from '../support/bench-machine.ts';
import { type BenchSystem, createBenchSystem } from '../support/bench-system.ts';
import { fillStore, type Variation, walletOf } from '../support/fill-store.ts';
import { median, percentile } from '../support/measure.ts';

// Measures the operators' views: how long the overview takes with a million actors compared with a thousand, and what a subscriber of the
// live feed costs.
const MANY = Number(process.env.BENCH_STORED ?? 1_000_000);
const FEW = 1_000;
const ROUNDS = 7;
const REQUESTS = 300;
const START_MS = Date.UTC(2026, 0, 1);
const ASKS = 30_000;
const ASKED = 1_000;
const IN_FLIGHT = 64;
const EVENTS_PER_SECOND = 1_000;
const EVENTS_EVERY_MS = 10;

using folder = tempFolder();
const auth = createOperatorAuth({ operators: [{ name: 'bench', token: 'sesame' }] });
const HEADERS = { authorization: 'Bearer sesame' };

/**
 * Makes the benchmark's actors resemble those of a real service: they get different statuses and health values, and every twentieth actor
 * gets an outbox entry.
 */
const asInService: Variation = (record, n) => ({
  ...record,
  keys: { ...record.keys, status: ['active', 'paused', 'success', 'failed', 'cancelled'][n % 5] ?? null },
  health: n % 500 === 0 ? { ...record.health, state: 'quarantined', failures: 5 } : record.health,
  outbox:
    n % 20 === 0
      ? [
          {
            ...{ key: `${record.id}/1/0`, name: 'notify', params: {}, state: 'ready', attempts: 1, nextAttemptAtMs: START_MS },
            ...{ leasedBy: null, leaseUntilMs: null, lastError: null },
          },
        ]
      : [],
});

/** Serves the operators' overview over HTTP, from a new store with the given number of actors. */
async function serveOverview(name: string, count: number): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { system, store, close } = createBenchSystem(folder.file(name));
  await fillStore(store.actors, count, Math.min(count, 1_000), START_MS, asInService);
  const overview = createOverview({
    outages: () => [],
    counts: system.operator.counts,
    late: (beforeMs) => system.operator.late({ beforeMs, most: 1_000 }),
    feed: system.feed,
    nodes: () => [],
    dependencies: createDependencyWatch({ probes: [], clock: systemClock, after: systemTimers.after }),
    pauses: () => [],
    deferred: { totals: async () => [], oldest: async () => [] },
    readerOf: ({ chainId }) => String(chainId),
    clock: systemClock,
    nodeId: 'bench',
    version: '0.0.0',
  });
  const server = serve([
    createOverviewRoutes({
      overview,
      today: async () => QUIET_DAY,
      blocked: async () => ({ groups: [], isMore: false, countedAtMs: 0 }),
      outages: async () => ({ nowMs: 0, outages: [], troubles: [] }),
      auth,
    }),
  ]);
  const url = `${server.url}/api/operator/overview`;
  const { data }: { data: Overview } = JSON.parse(await (await fetch(url, { headers: HEADERS })).text());
  if (data.actors !== count || data.late.count === 0 || data.outbox.entries === 0)
    throw new Error('The overview does not say what there is.');
  return {
    url,
    async close() {
      await server.stop(0);
      await close();
    },
  };
}

function serve(resources: Parameters<typeof createApi>[0]['resources']) {
  const api = createApi({ resources, log: silentLog });
  return createHttpServer({ api, host: '127.0.0.1', port: 0, corsOrigins: [], log: silentLog, requestIdPrefix: 'bench' });
}

async function compareOverviews(): Promise<Round[]> {
  const [many, few] = [await serveOverview('many.db', MANY), await serveOverview('few.db', FEW)];
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const took = { many: [] as number[], few: [] as number[] };
    // Requests to the large and to the small store alternate, so that other load on the machine affects both equally.
    for (let request = 0; request < REQUESTS; request += 1) {
      for (const which of ['many', 'few'] as const) {
        const startedAt = performance.now();
        await (await fetch((which === 'many' ? many : few).url, { headers: HEADERS })).arrayBuffer();
        took[which].push(performance.now() - startedAt);
      }
    }
    // The first benchmark round is a warm-up, and its results are not used.
    if (round > 0) rounds.push({ ours: percentile(took.many, 0.99), reference: percentile(took.few, 0.99) });
  }
  await many.close();
  await few.close();
  return rounds;
}

/**
 * Returns the number of durable asks per second of this process's processor time, while 1,000 events per second are sent to a feed
 * subscriber.
 */
async function asksWhileShowing(
  { system }: BenchSystem,
  publish: (event: { kind: string; atMs: number; id: string }) => void,
): Promise<number> {
  let [left, order, shown] = [ASKS, 0, 0];
  const showing = setInterval(() => {
    for (let n = 0; n < (EVENTS_PER_SECOND * EVENTS_EVERY_MS) / 1_000; n += 1)
      publish({ kind: 'committed', atMs: Date.now(), id: `shown/${shown++}` });
  }, EVENTS_EVERY_MS);
  const before = process.cpuUsage();
  const client = async () => {
    while (left > 0) {
      left -= 1;
      order += 1;
      await system.of(benchActor, `p${order % ASKED}`).ask({ type: 'FILL', order, spent: '1000000', received: '271828' });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  const { user, system: kernel } = process.cpuUsage(before);
  clearInterval(showing);
  return (ASKS * 1e6) / (user + kernel);
}

async function compareFollowed(): Promise<Round[]> {
  const bench = createBenchSystem(folder.file('feed.db'));
  const refs = Array.from({ length: ASKED }, (_, n) => bench.system.of(benchActor, `p${n}`));
  await Promise.all(refs.map((ref, n) => ref.create({ wallet: walletOf(n), nextOrderAtMs: 0 })));
  logFeed(bench.system.feed, silentLog);
  const feed = createLocalFeed({ nodeId: 'bench', clock: systemClock });
  bench.system.feed.subscribe(feed.publish);
  const server = serve([createFeedRoutes({ feed, keys: [], auth, log: silentLog })]);
  const rounds: Round[] = [];
  await asksWhileShowing(bench, feed.publish);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await asksWhileShowing(bench, feed.publish);
    // The subscriber of the feed runs in its own process, as a browser would, so that its cost does not count.
    const program = `for await (const part of (await fetch('${server.url}/api/operator/feed?type=shown', { headers: ${JSON.stringify(HEADERS)} })).body) void part;`;
    const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'ignore', stderr: 'ignore' });
    await waitFor(() => feed.stats().followers === 1, { what: 'a follower', timeoutMs: 60_000 });
    const ours = await asksWhileShowing(bench, feed.publish);
    if (feed.stats().followers !== 1) throw new Error('The follower went away.');
    child.kill();
    await child.exited;
    await waitFor(() => feed.stats().followers === 0, { what: 'the follower to be gone', timeoutMs: 60_000 });
    const after = await asksWhileShowing(bench, feed.publish);
    rounds.push({ ours, reference: (before + after) / 2 });
  }
  await server.stop(0);
  await bench.close();
  return rounds;
}

console.log(
  JSON.stringify([
    benchLine(
      `overview of ${MANY.toLocaleString('en')} actors, over that of ${FEW.toLocaleString('en')}`,
      'ms p99',
      await compareOverviews(),
      '<= 5',
      `SQLite, over HTTP, ${REQUESTS} requests each in turn; medians of ${ROUNDS} rounds`,
      median,
    ),
    benchLine(
      'asks while an SSE client follows 1,000 events a second, over the same with nobody following',
      'asks per second of processor time',
      await compareFollowed(),
      '>= 0.9',
      `1,000 actors, SQLite, ${IN_FLIGHT} in flight; medians of ${ROUNDS} rounds`,
      median,
    ),
  ]),
);
process.exit(0);
