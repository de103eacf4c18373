import { expect, test } from 'bun:test';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import type { FeedPosition } from '../../../src/platform/feed/live-feed.ts';
import { createRedisFeed } from '../../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { followed, numbered, publish } from './follower.ts';

const NAMES = ['a', 'b', 'c'] as const;
const HOPS = 25;

requires('redis')('a follower that is cut again and again, and goes on at whichever node', () => {
  for (const seed of [1, 2, 3]) {
    test(`sees every event once, in the order of its node (seed ${seed})`, async () => {
      await using redis = await redisServer();
      const random = seededRandom(seed);
      // Milliseconds between two deliveries: 25, as in the HTTP routes. Seed 1 uses no delay, to test that case too.
      const restMs = seed === 1 ? 0 : 25;
      const below = (bound: number) => Math.floor(random() * bound);
      const nodes = NAMES.map((name) => {
        const connection = createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 10_000 });
        const options = { connection, nodeId: `node-${name}`, clock: systemClock, log: silentLog, prefix: redis.prefix };
        return { name, connection, feed: createRedisFeed(options), published: 0 };
      });
      await waitFor(() => nodes.every(({ feed }) => feed.stats().isConnected), { what: 'all nodes to be connected' });
      const publishSome = () => {
        const node = nodes[below(nodes.length)];
        if (node === undefined) throw new Error('there is no such node');
        const count = below(120);
        publish(node.feed, numbered(node.name, count, node.published));
        node.published += count;
      };

      const seen: string[] = [];
      const gaps: unknown[] = [];
      let after: FeedPosition | undefined;
      for (let hop = 0; hop <= HOPS; hop += 1) {
        const node = nodes[below(nodes.length)];
        if (node === undefined) throw new Error('there is no such node');
        await using follower = await followed(node.feed, { restMs, ...(after === undefined ? {} : { after }) });
        for (let i = below(4); i >= 0; i -= 1) publishSome();
        const all = nodes.reduce((sum, { published }) => sum + published, 0);
        // The subscriber moves from node to node. On each node it leaves after a random number of events; on the last node it reads all
        // remaining events.
        const wanted = hop === HOPS ? all - seen.length : below(all - seen.length + 1);
        await follower.saw(wanted);
        await follower.leave();
        // A client keeps all events up to the last position that it received, and continues there on another node.
        const last = follower.items.findLastIndex(({ position }) => position !== null);
        after = follower.position();
        seen.push(...follower.items.slice(0, last + 1).flatMap(({ event }) => ('id' in event && event.id !== undefined ? [event.id] : [])));
        gaps.push(...follower.gaps());
      }

      expect(gaps).toEqual([]);
      for (const { name, published } of nodes) {
        expect(seen.filter((each) => each.startsWith(name))).toEqual(numbered(name, published));
      }
      for (const { feed, connection } of nodes) {
        await feed.close();
        connection.close();
      }
    }, 120_000);
  }
});
