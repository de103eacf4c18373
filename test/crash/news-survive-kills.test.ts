import { expect, test } from 'bun:test';
import { runNewsCampaign } from './news/campaign.ts';

test('each notification reaches each channel, in order, through kills and failing receivers', async () => {
  const report = await runNewsCampaign({ kills: 6, notifications: 24, seed: 1 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(6);
  expect(report.failures).toBeGreaterThan(5);
}, 120_000);

test('the campaign notices a build that loses notifications', async () => {
  const report = await runNewsCampaign({ kills: 0, notifications: 60, seed: 3, forgets: true });
  expect(report.problems.length).toBeGreaterThan(0);
}, 120_000);
