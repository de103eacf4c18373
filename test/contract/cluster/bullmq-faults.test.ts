import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { createBullmqDispatcher } from '../../../src/platform/cluster/bullmq/bullmq-dispatcher.ts';
import type { OnTickJob } from '../../../src/platform/cluster/dispatcher.ts';
import { type Log, silentLog } from '../../../src/platform/log/log.ts';
import { freePort } from '../../support/free-port.ts';
import { redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { duringMinute, EVERY_MS, MINUTE } from './cluster-time.ts';

const program = fileURLToPath(new URL('./support/node-child.ts', import.meta.url));

function createNode(url: string, prefix: string, onJob: OnTickJob, log: Log = silentLog, lockMs = 1_000) {
  return createBullmqDispatcher({ url, prefix, onJob, clock: { now: duringMinute }, log, everyMs: EVERY_MS, groups: 2, lockMs });
}

/** Creates a log that stores the lines about Redis. */
function createOutageLog(): Log & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const keep = (message: string) => {
    if (message.startsWith('Redis is')) lines.push(message);
  };
  return { ...silentLog, lines, error: keep, info: keep };
}

requires('redis')('BullMQ ticks when something fails', () => {
  test('a job that many nodes add is run by one of them', async () => {
    await using server = await redisServer();
    const ran: string[] = [];
    const nodes = ['a', 'b', 'c'].map((name) =>
      createNode(server.url, server.prefix, async ({ group, minute }) => void ran.push(`${name} ${group}/${minute}`), silentLog, 30_000),
    );
    const counted = () => Promise.all(nodes.map((node) => node.stats()));
    await waitFor(async () => (await counted()).every(({ isHealthy }) => isHealthy), { what: 'all nodes to be there' });
    const jobs = Array.from({ length: 20 }, (_, at) => ({ group: at % 2, minute: MINUTE + Math.floor(at / 2) }));
    for (const job of jobs) await Promise.all(nodes.map((node) => node.dispatch(job)));
    await waitFor(async () => (await counted()).reduce((sum, { done }) => sum + done, 0) >= jobs.length, { what: 'all jobs' });
    // All jobs have run. None of them may still be in a queue, because it could run a second time.
    expect((await counted()).map(({ waiting, active }) => [waiting, active])).toEqual(nodes.map(() => [0, 0]));
    expect(ran.map((line) => line.slice(2)).sort()).toEqual(jobs.map(({ group, minute }) => `${group}/${minute}`).sort());
    await Promise.all(nodes.map((node) => node.drain()));
  }, 120_000);

  test('the job of a node that is killed is begun again by another', async () => {
    await using server = await redisServer();
    const child = Bun.spawn([process.execPath, program, server.url, server.prefix], { stdout: 'pipe', stderr: 'inherit' });
    let said = '';
    const read = (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) said += chunk;
    })();
    await waitFor(() => said.includes('ready'), { what: 'the node to start' });
    // The first node dies while it holds a job. The other node must take over its jobs: each new job runs, and none waits for the stuck
    // one.
    const ran: number[] = [];
    const other = createNode(server.url, server.prefix, async ({ minute }) => void ran.push(minute - MINUTE));
    await waitFor(async () => (await other.stats()).isHealthy, { what: 'Redis' });
    let handedOver = 0;
    await waitFor(
      async () => {
        if (said.includes('began')) return true;
        await other.dispatch({ group: 0, minute: MINUTE + handedOver });
        handedOver += 1;
        return false;
      },
      { what: 'the node to take a job' },
    );
    child.kill('SIGKILL');
    await child.exited;
    await read;
    await waitFor(() => ran.length >= handedOver, { what: 'the job of the dead node', timeoutMs: 45_000 });
    expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: handedOver }, (_, at) => at));
    await other.drain();
  }, 120_000);

  test('a node that starts without Redis, or loses it later, continues alone, and logs that once each time', async () => {
    const port = await freePort();
    const log = createOutageLog();
    const ran: string[] = [];
    const url = `redis://127.0.0.1:${port}`;
    const node = createNode(url, 'x', async ({ group, minute }) => void ran.push(`${group}/${minute - MINUTE}`), log);
    await node.dispatch({ group: 0, minute: MINUTE });
    expect(await node.stats()).toMatchObject({ isHealthy: false, waiting: null, done: 0 });
    await waitFor(() => log.lines.length === 1, { what: 'the outage to be told' });
    const first = await redisServer({ port });
    await waitFor(() => ran.length === 1, { what: 'the job of before' });
    await first.stop();
    await waitFor(async () => !(await node.stats()).isHealthy, { what: 'the loss to be seen' });
    await node.dispatch({ group: 1, minute: MINUTE });
    await using _second = await redisServer({ port });
    await waitFor(() => ran.includes('1/0'), { what: 'the job of the outage', timeoutMs: 45_000 });
    expect(ran[0]).toBe('0/0');
    const [away, back] = [
      'Redis is unavailable: scheduled work (ticks) waits until Redis is available again',
      'Redis is available again: this node runs its scheduled work (ticks) again',
    ];
    expect(log.lines).toEqual([away, back, away, back]);
    await node.drain();
  }, 120_000);

  test('a drain without Redis ends once running jobs have ended', async () => {
    const server = await redisServer({ port: await freePort() });
    const gate = Promise.withResolvers<void>();
    let state = 'idle';
    const node = createNode(server.url, 'x', async () => {
      state = 'running';
      await gate.promise;
      state = 'ended';
    });
    await waitFor(async () => (await node.stats()).isHealthy, { what: 'Redis' });
    await node.dispatch({ group: 0, minute: MINUTE });
    await waitFor(() => state === 'running', { what: 'the job to begin' });
    await server.stop();
    const drained = node.drain();
    gate.resolve();
    await drained;
    expect(state).toBe('ended');
  }, 120_000);
});
