import { expect, test } from 'bun:test';
import type { RedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createRedisPresence } from '../../../src/platform/presence/redis-presence.ts';

test('a Redis that comes back while a node speaks to it does not make the node speak twice as often', async () => {
  const pending = new Set<() => void>();
  const answers: (() => void)[] = [];
  let backAgain = () => {};
  const connection: RedisConnection = {
    run: () => {
      const { promise, resolve } = Promise.withResolvers<null>();
      answers.push(() => resolve(null));
      return promise;
    },
    isUp: () => true,
    trouble: () => null,
    foundWrongData() {},
    onUp: (listener) => {
      backAgain = listener;
    },
    close: () => {},
  };
  const note = { nodeId: 'node-1', host: null, startedAtMs: 1, version: '1.0.0', isDraining: false, residents: 0, effectsRunning: 0 };
  const presence = createRedisPresence({
    ...{ connection, clock: { now: () => 0 }, log: silentLog },
    own: () => ({ ...note, lastTickAtMs: null, groups: [] }),
    after(_delayMs, callback) {
      const fire = () => {
        pending.delete(fire);
        callback();
      };
      pending.add(fire);
      return () => void pending.delete(fire);
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const answerAll = async () => {
    await settle();
    for (const answer of answers.splice(0)) answer();
    await settle();
  };
  await answerAll();
  for (let times = 0; times < 3; times += 1) {
    for (const fire of pending) fire();
    backAgain();
    await answerAll();
    expect(pending.size).toBe(1);
  }
  const closed = presence.close();
  await answerAll();
  await closed;
  expect(pending.size).toBe(0);
});
