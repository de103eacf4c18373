import { heapStats } from 'bun:jsc';
import { createRedisConnection } from '../../src/platform/cache/redis/redis-connection.ts';
import { createRedisFeed } from '../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { startSocketServer } from './socket-server.ts';

// A node that serves only sockets, in its own process, so that a test can kill it: `socket-node.ts REDIS_URL PREFIX NODE_ID`. The records
// are in a Redis hash. The program prints its URL. For each line of input it prints what it keeps in memory: resident bytes, open
// connections, and heap objects by type.
const [url = '', prefix = '', nodeId = ''] = process.argv.slice(2);
const connection = createRedisConnection({ url, log: silentLog, answerWithinMs: 2_000, purpose: 'The Redis of a test' });
const feed = createRedisFeed({ connection, nodeId, clock: { now: () => Date.now() }, log: silentLog, prefix: `${prefix}feed:` });
const node = startSocketServer({
  feed,
  async readRecord(key) {
    const found = await connection.run((client) => client.hget(`${prefix}records`, key));
    if (found === null) throw new Error('Redis does not answer.');
    return found.answer === null ? null : JSON.parse(found.answer);
  },
});
console.log(node.url);

for await (const _line of console) {
  Bun.gc(true);
  const { objectTypeCounts } = heapStats();
  console.log(JSON.stringify({ rss: process.memoryUsage.rss(), open: node.slots.open(), objects: objectTypeCounts }));
}
process.exit(0);
