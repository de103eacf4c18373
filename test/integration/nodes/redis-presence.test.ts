import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { systemTimers } from '../../../src/platform/clock/system-timers.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createRedisPresence, type OwnNote } from '../../../src/platform/presence/redis-presence.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';

const noteOf = (nodeId: string, changes: Partial<OwnNote> = {}): OwnNote => ({
  ...{
    nodeId,
    host: 'vm-1',
    startedAtMs: 1,
    version: '1.0.0',
    isDraining: false,
    residents: 3,
    effectsRunning: 1,
    lastTickAtMs: null,
    groups: ['0-31'],
  },
  ...changes,
});

requires('redis')('with a Redis server', () => {
  let redis: RedisServer;
  let prefixes = 0;
  beforeAll(async () => {
    redis = await redisServer();
  });
  afterAll(async () => {
    await redis.stop();
  });

  async function openNode(nodeId: string, prefix: string) {
    const connection = createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 500 });
    await waitFor(() => connection.isUp(), { what: 'the connection to Redis' });
    let note = noteOf(nodeId);
    const presence = createRedisPresence({
      ...{ connection, clock: systemClock, log: silentLog, after: systemTimers.after, prefix, everyMs: 50 },
      own: () => note,
    });
    return {
      presence,
      connection,
      say: (changes: Partial<OwnNote>) => {
        note = noteOf(nodeId, changes);
      },
      async [Symbol.asyncDispose]() {
        await presence.close();
        connection.close();
      },
    };
  }
  const seen = (presence: { others(): readonly { nodeId: string }[] }) =>
    presence
      .others()
      .map(({ nodeId }) => nodeId)
      .sort();

  test('every node sees the current state of the others, and a node that leaves disappears at once', async () => {
    const prefix = `${redis.prefix}${++prefixes}:`;
    await using one = await openNode('node-1', prefix);
    await using two = await openNode('node-2', prefix);
    const three = await openNode('node-3', prefix);
    await waitFor(() => seen(one.presence).length === 2 && seen(two.presence).length === 2, { what: 'all nodes' });
    expect(seen(one.presence)).toEqual(['node-2', 'node-3']);
    two.say({ isDraining: true, residents: 0, groups: [] });
    await waitFor(() => one.presence.others().some(({ nodeId, isDraining }) => nodeId === 'node-2' && isDraining), { what: 'the drain' });
    const [drained] = one.presence.others().filter(({ nodeId }) => nodeId === 'node-2');
    expect(drained).toEqual({
      ...noteOf('node-2', { isDraining: true, residents: 0, groups: [] }),
      isThis: false,
      seenAtMs: expect.any(Number),
    });
    await three[Symbol.asyncDispose]();
    await waitFor(() => seen(one.presence).join() === 'node-2', { what: 'the goodbye' });
  });

  test('a node that crashes disappears when its note expires, and entries of other programs are skipped', async () => {
    const prefix = `${redis.prefix}${++prefixes}:`;
    await using one = await openNode('node-1', prefix);
    const dead = await openNode('node-dead', prefix);
    await waitFor(() => seen(one.presence).length === 1, { what: 'the other node' });
    await one.connection.run((client) => client.set(`${prefix}node-strange`, '{"nodeId":1}'));
    await one.connection.run((client) => client.zadd(`${prefix}known`, Date.now(), 'node-strange'));
    dead.connection.close();
    await waitFor(() => seen(one.presence).length === 0, { what: 'the silence' });
    await dead[Symbol.asyncDispose]();
  });
});
