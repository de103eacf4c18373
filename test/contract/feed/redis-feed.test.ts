import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createRedisFeed } from '../../../src/platform/feed/redis/redis-feed.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { feedContract } from './feed-contract.ts';
import { followed, numbered, publish } from './follower.ts';

async function createNode(url: string, prefix: string, nodeId: string, capacity = 10_000) {
  const connection = createRedisConnection({ url, log: silentLog, answerWithinMs: 10_000 });
  await waitFor(() => connection.isUp(), { what: 'the connection to Redis' });
  const feed = createRedisFeed({ connection, nodeId, clock: systemClock, log: silentLog, prefix, capacity });
  await waitFor(() => feed.stats().isConnected, { what: 'the first round' });
  return {
    feed,
    connection,
    async [Symbol.asyncDispose]() {
      await feed.close();
      connection.close();
    },
  };
}

requires('redis')('with a Redis server', () => {
  let redis: RedisServer;
  let prefixes = 0;
  const freshPrefix = () => `${redis.prefix}${++prefixes}:`;
  beforeAll(async () => {
    redis = await redisServer();
  });
  afterAll(async () => {
    await redis.stop();
  });

  feedContract('redis', ({ capacity }) => createNode(redis.url, freshPrefix(), 'node-a', capacity));

  test('events of one node are seen on the other, each once on both', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    await using onA = await followed(a.feed);
    await using onB = await followed(b.feed);
    for (let i = 0; i < 10; i += 1) {
      publish(a.feed, numbered('a', 20, i * 20));
      publish(b.feed, numbered('b', 20, i * 20));
      await onA.saw((i + 1) * 40);
    }
    for (const follower of [onA, onB]) {
      const names = await follower.saw(400);
      expect(names.filter((name) => name.startsWith('a'))).toEqual(numbered('a', 200));
      expect(names.filter((name) => name.startsWith('b'))).toEqual(numbered('b', 200));
      expect(follower.gaps()).toEqual([]);
    }
    expect(new Set(onA.items.map(({ node }) => node))).toEqual(new Set(['node-a', 'node-b']));
    expect(a.feed.stats()).toMatchObject({ own: 200, sent: 200, unsent: 0, received: 200 });
  });

  test('a follower continues at the other node, without loss or repetition', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    await using c = await createNode(redis.url, prefix, 'node-c');
    await using watching = await followed(b.feed);
    const onA = await followed(a.feed);
    for (const [node, name] of [
      [a, 'a'],
      [b, 'b'],
      [c, 'c'],
    ] as const)
      publish(node.feed, numbered(name, 150));
    await onA.saw(450);
    await onA.leave();
    // The follower continues from an earlier position than its last event. One entry in Redis contains several events, and this position is
    // in the middle of an entry.
    const position = onA.items[200]?.position;
    if (!position) throw new Error('there was no position');
    const before = onA.items.slice(0, 201).flatMap(({ event }) => ('id' in event ? [event.id] : []));
    for (const [node, name] of [
      [a, 'a'],
      [b, 'b'],
      [c, 'c'],
    ] as const)
      publish(node.feed, numbered(name, 100, 150));
    await watching.saw(750);
    // Returns the number of events that are not sent to Redis yet, or are just being sent.
    publish(b.feed, numbered('b', 50, 250));
    await using onB = await followed(b.feed, { after: position });
    publish(b.feed, numbered('b', 50, 300));
    publish(c.feed, numbered('c', 50, 250));
    const names = [...before, ...(await onB.saw(900 - before.length))];
    expect(onB.gaps()).toEqual([]);
    expect(names.length).toBe(900);
    for (const [name, count] of [
      ['a', 250],
      ['b', 350],
      ['c', 300],
    ] as const) {
      expect(names.filter((each) => each?.startsWith(name))).toEqual(numbered(name, count));
    }
  });

  test('sends nothing while nobody follows, and tells a returning subscriber what it missed', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    publish(b.feed, numbered('old', 500), Date.now() - 60_000);
    await using follower = await followed(a.feed);
    publish(b.feed, numbered('b', 5));
    expect(await follower.saw(5)).toEqual(numbered('b', 5));
    expect(b.feed.stats()).toMatchObject({ sent: 5, unsent: 500 });
    // The lost events were published before this follower subscribed. The gap does not concern it, so no gap may be reported to it.
    expect(follower.gaps()).toEqual([]);
    const cursor = follower.items[0]?.position;
    if (!cursor) throw new Error('there was no position');
    await using again = await followed(a.feed, { after: cursor });
    expect(await again.saw(5)).toEqual(numbered('b', 5));
    expect(again.gaps()).toEqual([{ reason: 'nobody-followed', missed: 500 }]);
  });

  test('sends the latest events when there are too many, and says how many it left out', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    await using follower = await followed(a.feed);
    publish(b.feed, ['first']);
    await follower.saw(1);
    publish(b.feed, numbered('b', 5_000));
    expect(await follower.saw(2_001)).toEqual(['first', ...numbered('b', 2_000, 3_000)]);
    expect(follower.gaps()).toEqual([{ reason: 'too-many', missed: 3_000 }]);
  });

  test('entries of other programs in the stream are reported and skipped', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    await using follower = await followed(a.feed);
    for (const text of ['no JSON', '{"v":2}']) {
      await a.connection.run((client) => client.xadd(`${prefix}events`, '*', 'n', 'node-x', 'b', text));
    }
    publish(b.feed, ['b0']);
    expect(await follower.saw(1)).toEqual(['b0']);
    expect(follower.gaps().map(({ reason }) => reason)).toEqual(['unreadable', 'unreadable']);
  });

  test('a position that the stream no longer has is reported', async () => {
    const prefix = freshPrefix();
    await using a = await createNode(redis.url, prefix, 'node-a');
    await using b = await createNode(redis.url, prefix, 'node-b');
    const onA = await followed(a.feed);
    publish(b.feed, ['b0']);
    await onA.saw(1);
    await onA.leave();
    await a.connection.run((client) => client.del(`${prefix}events`));
    await using onB = await followed(b.feed, { after: onA.position() });
    publish(b.feed, ['b1']);
    await onB.saw(1);
    expect(onB.gaps().map(({ reason }) => reason)).toContain('too-long-ago');
  });

  test('when Redis stops and comes back empty, own events continue, the gap is reported, and then events of other nodes arrive again', async () => {
    const port = await freePort();
    const first = await redisServer({ port });
    await using a = await createNode(first.url, 'feed:', 'node-a');
    await using b = await createNode(first.url, 'feed:', 'node-b');
    await using onA = await followed(a.feed);
    publish(b.feed, ['b0']);
    await onA.saw(1);
    await first.stop();
    await waitFor(() => onA.items.some(({ event }) => event.kind === 'feed-degraded'), { what: 'the loss to be told' });
    expect(a.feed.stats().isConnected).toBe(false);
    publish(a.feed, ['a0']);
    publish(b.feed, ['b1']);
    expect(await onA.saw(2)).toEqual(['b0', 'a0']);
    await using onB = await followed(b.feed, { after: onA.position() });
    expect(onB.gaps().map(({ reason }) => reason)).toEqual(['redis-away']);

    await using _second = await redisServer({ port });
    // Events that are published while Redis is unavailable are kept by the nodes. They are sent when Redis is available again.
    expect(await onA.saw(3)).toEqual(['b0', 'a0', 'b1']);
    publish(b.feed, ['b2']);
    publish(a.feed, ['a1']);
    await onA.saw(5);
    await waitFor(() => onB.names().includes('a1'), { what: 'a1 to be seen on the other node' });
    expect(onA.gaps().map(({ reason }) => reason)).toContain('redis-away');
    expect(onA.items.map(({ event }) => event.kind)).toContain('feed-restored');
    expect([...onA.names()].sort()).toEqual(['a0', 'a1', 'b0', 'b1', 'b2']);
  });
});
