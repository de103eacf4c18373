import { expect, test } from 'bun:test';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { createRedisFeed } from '../../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { heardBy, type Records, startSocketServer } from '../../support/socket-server.ts';
import { waitFor } from '../../support/wait-for.ts';

/**
 * Starts a node with a live feed over Redis, once Redis is connected: a client that comes earlier is told that it missed events. All nodes of
 * the test share the same records.
 */
async function startNode(redis: { readonly url: string; readonly prefix: string }, nodeId: string, records: Records) {
  const connection = createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 5_000, purpose: 'The Redis of a test' });
  await waitFor(() => connection.isUp(), { what: 'Redis' });
  const feed = createRedisFeed({ connection, nodeId, clock: { now: () => Date.now() }, log: silentLog, prefix: `${redis.prefix}feed:` });
  const node = startSocketServer({ feed, records });
  return {
    ...node,
    async end() {
      await node.stop();
      await feed.close();
      await connection.close();
    },
  };
}

requires('redis')('two nodes', () => {
  test('what changes on one reaches a client of the other; a client of a node that dies continues on the other', async () => {
    await using redis = await redisServer();
    const records: Records = new Map();
    const [a, b] = [await startNode(redis, 'node-a', records), await startNode(redis, 'node-b', records)];
    const how = { reconnection: true, reconnectionDelay: 20, reconnectionDelayMax: 20, randomizationFactor: 0 };
    const [socket, other] = [a.connect('/', undefined, how), b.connect()];
    const [heard, heardByOther] = [heardBy(socket), heardBy(other)];
    await Promise.all([heard.got('ready'), heardByOther.got('ready')]);

    a.change('one', 1);
    expect(await heardByOther.got('trade')).toEqual([{ id: 'one', n: 1 }]);
    b.change('two', 1);
    await waitFor(() => heard.of('trade').length === 2, { what: 'both records' });

    // Waits until the client's events contain a feed position of the other node too, so that the client can continue there.
    await waitFor(
      async () => {
        a.change('three', heard.all.length);
        return heard.of('trade').length > 4;
      },
      { what: 'more records', everyMs: 150 },
    );
    Reflect.set(socket.io, 'uri', b.url);
    await a.end();
    b.change('four', 1);
    await heard.got('ready', 2);
    const isFour = (trade: unknown) => JSON.stringify(trade) === '{"id":"four","n":1}';
    await waitFor(() => heard.of('trade').some(isFour), { what: 'what was missed' });
    expect(heard.of('ready')[1]).toMatchObject({ continued: true });
    expect(heard.of('resync')).toEqual([]);
    socket.disconnect();
    other.disconnect();
    await b.end();
  });
});
