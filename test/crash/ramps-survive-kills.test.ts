import { expect, test } from 'bun:test';
import { mongoServer } from '../support/mongo-server.ts';
import { requires } from '../support/requires.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { runRampCampaign } from './ramps/campaign.ts';

requires('mongodb')('two nodes with one MongoDB', () => {
  test('follow each order to the status of its provider and tell each change once, through kills', async () => {
    const mongo = await mongoServer();
    try {
      const report = await runRampCampaign({ store: mongo.url, nodes: 2, kills: 5, seed: 3 });
      expect(report.problems).toEqual([]);
      expect(report.kills).toBe(5);
      expect(report.notifications).toBeGreaterThan(report.orders / 2);
    } finally {
      await mongo.stop();
    }
  }, 600_000);
});

test('the campaign notices a program that tells a change again when its effect is repeated', async () => {
  using folder = tempFolder();
  const store = `sqlite:${folder.file('ramps.db')}`;
  const report = await runRampCampaign({ store, nodes: 1, kills: 4, seed: 1, points: ['tell:after'], isFaulty: true });
  expect(report.problems.join('\n')).toContain('and its wallet was told');
}, 600_000);
