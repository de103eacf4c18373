import { expect, test } from 'bun:test';
import { mongoServer } from '../support/mongo-server.ts';
import { redisServer } from '../support/redis-server.ts';
import { requires } from '../support/requires.ts';
import { runNewsCampaign } from './news/campaign.ts';

requires('mongodb', 'redis')('two nodes with one MongoDB and one Redis', () => {
  test('deliver each notification in order, and a node goes on with what a killed one has begun', async () => {
    const mongo = await mongoServer();
    try {
      await using redis = await redisServer();
      const cluster = { nodes: 2, mongoUrl: mongo.url, redisUrl: redis.url };
      const report = await runNewsCampaign({ kills: 3, notifications: 12, seed: 7, cluster });
      expect(report.problems).toEqual([]);
      expect(report.kills).toBe(3);
      expect(report.failures).toBeGreaterThan(2);
    } finally {
      await mongo.stop();
    }
  }, 180_000);
});
