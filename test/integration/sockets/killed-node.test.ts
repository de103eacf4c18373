import { expect, test } from 'bun:test';
import { io } from 'socket.io-client';
import * as v from 'valibot';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { createRedisFeed } from '../../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { followThroughDeath } from '../../support/socket-campaign.ts';
import { refusalOf } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hasAllCases, nightlyTest } from '../../support/which-cases.ts';
import { runKilledService } from './killed-service.ts';

// Number of connected clients: few in the usual test run, and in the nightly run as many as the documentation promises for one node.
const SOCKETS = hasAllCases ? 2_000 : 100;
const REFUSED = hasAllCases ? 10_000 : 400;
const WALLETS = 20;

const heldSchema = v.object({ rss: v.number(), open: v.number(), objects: v.record(v.string(), v.number()) });

async function startNode(redis: { readonly url: string; readonly prefix: string }, nodeId: string) {
  const program = new URL('../../support/socket-node.ts', import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, '--no-install', program, redis.url, redis.prefix, nodeId], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines: string[] = [];
  const read = (async () => {
    let rest = '';
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    }
  })();
  const line = (index: number) => waitFor(() => lines[index], { what: `line ${index} of ${nodeId}`, timeoutMs: 60_000 });
  const url = await line(0);
  return {
    url,
    /**
     * Returns what the node's process keeps in memory after a garbage collection: resident bytes, open connections, and heap objects by
     * type.
     */
    async held() {
      const next = lines.length;
      child.stdin.write('held\n');
      await child.stdin.flush();
      return v.parse(heldSchema, JSON.parse(await line(next)));
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
      await read;
    },
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

requires('redis')('nodes in processes of their own', () => {
  test(`${SOCKETS} clients of a node that is killed continue at the other, and lose nothing`, async () => {
    await using redis = await redisServer();
    await using first = await startNode(redis, 'first');
    await using second = await startNode(redis, 'second');
    const connection = createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 2_000, purpose: 'The Redis of a test' });
    // A third node changes the records, so that the changes do not depend on the two nodes that serve clients.
    const clock = { now: () => Date.now() };
    const feed = createRedisFeed({ connection, nodeId: 'third', clock, log: silentLog, prefix: `${redis.prefix}feed:` });
    const tokens = Array.from({ length: WALLETS }, (_, n) => `0x${String(n + 10).padStart(40, 'a')}`);
    let made = 0;
    const report = await followThroughDeath(
      {
        ...{ origins: [first.url, second.url], tokens, event: 'trade', killFirst: first.kill },
        async change(wallet) {
          made += 1;
          const id = `record-${made}`;
          await connection.run((client) => client.hset(`${redis.prefix}records`, id, JSON.stringify({ wallet: tokens[wallet], n: made })));
          feed.publish({ kind: 'committed', atMs: clock.now(), id: `trade/${id}`, indexKeys: { wallet: tokens[wallet] ?? '' } });
          return id;
        },
      },
      { sockets: SOCKETS, changes: 10 * WALLETS },
    );
    expect(report.problems).toEqual([]);
    await feed.close();
    await connection.close();
  }, 300_000);

  test(`${REFUSED} clients that do not sign in leave nothing behind: no memory, timers or rooms`, async () => {
    await using redis = await redisServer();
    await using node = await startNode(redis, 'node');
    const attempt = async (n: number) => {
      // Connection attempts that must be refused, in all combinations: without a token or with a wrong one, to an existing or a missing
      // namespace, by WebSocket or polling.
      const auth = n % 2 === 0 ? {} : { token: 'junk' };
      const transports = [n % 5 === 0 ? 'polling' : 'websocket'];
      const socket = io(`${node.url}${n % 3 === 0 ? '/poker' : ''}`, { transports, auth, reconnection: false, forceNew: true });
      await refusalOf(socket);
      socket.disconnect();
    };
    const attempts = async (count: number) => {
      for (let n = 0; n < count; n += 40) await Promise.all(Array.from({ length: Math.min(40, count - n) }, (_, i) => attempt(n + i)));
      await waitFor(async () => (await node.held()).open === 0, { what: 'the end of all connections' });
    };
    // The first few hundred attempts fill caches and produce compiled code, which stay in memory. So memory is compared only after them.
    await attempts(REFUSED / 4);
    const before = await node.held();
    await attempts(REFUSED);
    const after = await node.held();
    const grown = Object.entries(after.objects).filter(([type, count]) => count - (before.objects[type] ?? 0) > REFUSED / 10);
    // Heap objects of these types are compiled code, which the engine produces while the program runs. Their growth is not a leak of
    // connections.
    const isCode = (type: string) => /CodeBlock|Executable|Structure|String|PropertyTable|Cell|JSValue|SymbolTable|Function/.test(type);
    expect(grown.filter(([type]) => !isCode(type))).toEqual([]);
    expect((after.rss - before.rss) / REFUSED).toBeLessThan(hasAllCases ? 2_048 : 32_768);
  }, 300_000);
});

requires('redis', 'mongodb')('the whole service on two nodes', () => {
  // This test runs only at night. The usual test run covers the same behavior with the nodes of the tests above, which serve only sockets.
  nightlyTest(
    'clients of a node that is killed continue at the other, and lose nothing',
    async () => {
      expect(await runKilledService()).toEqual([]);
    },
    600_000,
  );
});
