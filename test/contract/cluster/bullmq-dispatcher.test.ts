import { afterAll, beforeAll } from 'bun:test';
import { createBullmqDispatcher } from '../../../src/platform/cluster/bullmq/bullmq-dispatcher.ts';
import type { Dispatcher } from '../../../src/platform/cluster/dispatcher.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { EVERY_MS } from './cluster-time.ts';
import { dispatcherContract } from './dispatcher-contract.ts';

requires('redis')('with a Redis server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await redisServer();
  });
  afterAll(() => server.stop());

  dispatcherContract('BullMQ', async () => {
    const prefix = `${server.prefix}${crypto.randomUUID()}`;
    const nodes: Dispatcher[] = [];
    return {
      node({ onJob, now }) {
        const node = createBullmqDispatcher({ url: server.url, onJob, clock: { now }, log: silentLog, everyMs: EVERY_MS, prefix });
        nodes.push(node);
        return node;
      },
      async [Symbol.asyncDispose]() {
        await Promise.all(nodes.map((node) => node.drain()));
      },
    };
  });
});
