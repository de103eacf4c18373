import { expect, test } from 'bun:test';
import { Redis } from 'ioredis';
import { createRedisCache } from '../../../src/platform/cache/redis/redis-cache.ts';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createBullmqDispatcher } from '../../../src/platform/cluster/bullmq/bullmq-dispatcher.ts';
import type { Dispatcher } from '../../../src/platform/cluster/dispatcher.ts';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import { createRedisRateLimiter } from '../../../src/platform/rate-limit/redis/redis-rate-limiter.ts';
import { duringMinute, EVERY_MS, MINUTE } from '../../contract/cluster/cluster-time.ts';
import { freePort } from '../../support/free-port.ts';
import { freeze } from '../../support/freeze.ts';
import { type KeptLog, keptLog } from '../../support/kept-log.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { createTcpProxy } from '../../support/tcp-proxy.ts';
import { waitFor } from '../../support/wait-for.ts';

type Node = { readonly dispatcher: Dispatcher; readonly log: KeptLog; readonly ran: readonly string[] };

function openNode(url: string): Node {
  const [log, ran]: [KeptLog, string[]] = [keptLog(), []];
  const dispatcher = createBullmqDispatcher({
    ...{ url, prefix: 'coxswain', clock: { now: duringMinute }, log, everyMs: EVERY_MS, groups: 2, lockMs: 30_000 },
    onJob: async ({ group, minute }) => void ran.push(`${group}/${minute - MINUTE}`),
  });
  return { dispatcher, log, ran };
}

async function handOver(nodes: readonly Node[], minute: number): Promise<void> {
  for (const { dispatcher } of nodes) {
    for (const group of [0, 1]) await dispatcher.dispatch({ group, minute: MINUTE + minute });
  }
}

/** Reads the state of the queues, as the readiness check does, and returns the kind of problem. */
const wordOf = async ({ dispatcher }: Node) => ((await dispatcher.stats()) && dispatcher.trouble()?.word) ?? 'well';

/** Redis commands that make a real server start to refuse writes, and commands that end the refusal. */
const REFUSALS: readonly { readonly word: string; readonly begin: readonly string[][]; readonly end: readonly string[][] }[] = [
  { word: 'read-only', begin: [['replicaof', '127.0.0.1', '1']], end: [['replicaof', 'no', 'one']] },
  {
    word: 'no-primary',
    begin: [
      ['config', 'set', 'replica-serve-stale-data', 'no'],
      // A Redis replica checks first whether it is read-only, and only then whether it is connected to its primary. This setting switches
      // the first check off, so that the second one refuses the writes.
      ['config', 'set', 'replica-read-only', 'no'],
      ['replicaof', '127.0.0.1', '1'],
    ],
    end: [['replicaof', 'no', 'one']],
  },
  { word: 'out-of-memory', begin: [['config', 'set', 'maxmemory', '1']], end: [['config', 'set', 'maxmemory', '0']] },
  { word: 'no-replicas', begin: [['config', 'set', 'min-replicas-to-write', '1']], end: [['config', 'set', 'min-replicas-to-write', '0']] },
  {
    word: 'denied',
    begin: [['acl', 'setuser', 'default', '-set', '-evalsha', '-eval', '-bzpopmin']],
    end: [['acl', 'setuser', 'default', '+@all']],
  },
];

requires('redis')('a Redis that is there, but refuses', () => {
  async function tell(server: RedisServer, commands: readonly string[][]): Promise<void> {
    const admin = new Redis(server.url);
    for (const [name = '', ...rest] of commands) await admin.call(name, ...rest);
    admin.disconnect();
  }

  for (const { word, begin, end } of REFUSALS) {
    test(`${word}: ticks wait, which is logged once, and continue by themselves; no tick is served twice`, async () => {
      await using server = await redisServer({ port: await freePort() });
      const nodes = [openNode(server.url), openNode(server.url)];
      const ran = () => nodes.flatMap((node) => node.ran);
      await waitFor(async () => (await Promise.all(nodes.map(({ dispatcher }) => dispatcher.stats()))).every((s) => s.isHealthy), {
        what: 'Redis',
      });
      await handOver(nodes, 0);
      await waitFor(() => ran().length === 2, { what: 'the first minute' });

      await tell(server, begin);
      await handOver(nodes, 1);
      for (const node of nodes) await waitFor(async () => (await wordOf(node)) === word, { what: `a node to say ${word}` });
      for (const { dispatcher } of nodes) expect(await dispatcher.stats()).toMatchObject({ isHealthy: false });
      // The test waits until each node has met the refusal several times. A retry loop without pauses would have written thousands of log
      // lines by then.
      for (const node of nodes) {
        const met = () => node.dispatcher.trouble()?.count ?? 0;
        await waitFor(() => met() >= 4, { what: 'some looks at it' });
        // A server that becomes a replica may refuse with two different errors. Each kind of refusal may be logged once, but not
        // repeatedly.
        expect(node.log.lines).toContain(`error Redis refuses writes (${word}): scheduled work (ticks) waits until Redis accepts writes`);
        expect(
          node.log.lines.filter(
            (text) => !/^error Redis refuses writes \([a-z-]+\): scheduled work \(ticks\) waits until Redis accepts writes$/.test(text),
          ),
        ).toEqual([]);
        expect(node.log.lines.length).toBe(new Set(node.log.lines).size);
        expect(met()).toBeLessThan(200);
      }

      await tell(server, end);
      for (const node of nodes)
        await waitFor(async () => (await wordOf(node)) === 'well', { what: 'a node to be well', timeoutMs: 20_000 });
      await waitFor(() => ran().length >= 4, { what: 'the minute of the refusal', timeoutMs: 20_000 });
      await handOver(nodes, 2);
      await waitFor(() => ran().length >= 6, { what: 'the next minute', timeoutMs: 20_000 });
      expect(ran().toSorted()).toEqual(['0/0', '0/1', '0/2', '1/0', '1/1', '1/2']);
      for (const node of nodes)
        expect(node.log.lines.at(-1)).toBe('info Redis is available again: this node runs its scheduled work (ticks) again');
      for (const { dispatcher } of nodes) await dispatcher.drain();
    }, 120_000);
  }

  test('a fail-over behind one address: the old primary answers READONLY on open connections, and ticks continue at the new one', async () => {
    await using old = await redisServer({ port: await freePort() });
    await using fresh = await redisServer({ port: await freePort() });
    const [oldPort, freshPort] = [old, fresh].map(({ url }) => Number(new URL(url).port));
    let target = oldPort ?? 0;
    await using line = await createTcpProxy({ targetPort: () => target });
    const nodes = [openNode(`redis://127.0.0.1:${line.port}`), openNode(`redis://127.0.0.1:${line.port}`)];
    const ran = () => nodes.flatMap((node) => node.ran);
    await waitFor(async () => (await Promise.all(nodes.map(wordOf))).join() === 'well,well', { what: 'Redis' });
    await handOver(nodes, 0);
    await waitFor(() => ran().length === 2, { what: 'the first minute' });
    target = freshPort ?? 0;
    await tell(old, [['replicaof', '127.0.0.1', String(freshPort)]]);
    await handOver(nodes, 1);
    await waitFor(() => ran().length >= 4, { what: 'the ticks to go on', timeoutMs: 20_000 });
    expect(ran().toSorted()).toEqual(['0/0', '0/1', '1/0', '1/1']);
    for (const { log } of nodes) expect(log.lines.length).toBeLessThanOrEqual(2);
    for (const { dispatcher } of nodes) await dispatcher.drain();
  }, 120_000);

  test('a server that hangs is reported, and ticks continue when it answers again', async () => {
    await using server = await redisServer({ port: await freePort() });
    const node = openNode(server.url);
    await waitFor(async () => (await node.dispatcher.stats()).isHealthy, { what: 'Redis' });
    await freeze(server.pid ?? 0);
    await handOver([node], 0);
    await waitFor(async () => (await wordOf(node)) === 'no-answer', { what: 'the node to say so' });
    process.kill(server.pid ?? 0, 'SIGCONT');
    await waitFor(() => node.ran.length >= 2, { what: 'the ticks to go on', timeoutMs: 45_000 });
    expect(node.ran.toSorted()).toEqual(['0/0', '1/0']);
    await node.dispatcher.drain();
  }, 120_000);

  test('a key of the service with another type of value is deleted, and ticks continue', async () => {
    await using server = await redisServer({ port: await freePort() });
    await tell(server, [
      ['set', 'coxswain:ticks-0:wait', 'what nobody of ours wrote'],
      ['set', 'coxswain:ticks-1:marker', 'the same'],
    ]);
    const node = openNode(server.url);
    await waitFor(async () => (await node.dispatcher.stats()).isHealthy, { what: 'Redis' });
    await handOver([node], 0);
    await waitFor(() => node.ran.length >= 2, { what: 'both groups', timeoutMs: 45_000 });
    expect(await wordOf(node)).toBe('wrong-data');
    expect(node.log.lines.length).toBeLessThanOrEqual(6);
    await node.dispatcher.drain();
  }, 120_000);

  test('caches and limits continue without it, log the problem once, and use it again', async () => {
    await using server = await redisServer({ port: await freePort() });
    const log = keptLog();
    const connection = createRedisConnection({ url: server.url, log, answerWithinMs: 5_000, purpose: 'The Redis of limits' });
    const cache = createRedisCache({ url: server.url, log, answerWithinMs: 5_000 });
    const limiter = createRedisRateLimiter({
      ...{ connection, fallback: createMemoryRateLimiter({ clock: systemClock }), clock: systemClock, log },
    });
    await waitFor(() => connection.isUp() && cache.stats().isUp, { what: 'Redis' });
    await tell(server, [
      ['set', 'coxswain:rate:odd', 'no number'],
      ['lpush', 'coxswain:cache:odd', 'x'],
      ['set', 'coxswain:cache:text', '{'],
    ]);
    for (const key of ['odd', 'text']) expect(await cache.get(key)).toBeUndefined();
    await limiter.take('odd', { limit: 5, windowMs: 60_000 });
    expect([connection.trouble()?.word, cache.trouble()?.word]).toEqual(['wrong-data', 'wrong-data']);
    await cache.set('odd', 1, 60_000);
    expect(await cache.get('odd')).toBe(1);
    await waitFor(async () => (await limiter.take('odd', { limit: 50, windowMs: 60_000 })) && limiter.stats().shared > 0, {
      what: 'the shared count',
    });

    await tell(server, [['config', 'set', 'maxmemory', '1']]);
    for (let at = 0; at < 200; at += 1) {
      await cache.set('a', at, 60_000);
      await limiter.take('a', { limit: 1_000, windowMs: 60_000 });
    }
    expect([connection.trouble()?.word, cache.trouble()?.word]).toEqual(['out-of-memory', 'out-of-memory']);
    expect(log.lines.filter((text) => text.includes('out-of-memory'))).toEqual([
      'error The Redis cache refuses commands (out-of-memory); the service continues without it',
      'error The Redis of limits refuses commands (out-of-memory); the service continues without it',
    ]);
    expect(log.lines.length).toBeLessThan(10);
    await tell(server, [['config', 'set', 'maxmemory', '0']]);
    await waitFor(() => connection.isUp() && cache.stats().isUp, { what: 'both to be well' });
    await cache.set('a', 'new', 60_000);
    expect(await cache.get('a')).toBe('new');
    expect((await limiter.take('a', { limit: 1_000, windowMs: 60_000 })).allowed).toBe(true);
    connection.close();
    cache.close();
  }, 120_000);
});
