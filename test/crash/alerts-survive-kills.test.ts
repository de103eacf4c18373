import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { runAlertCampaign } from './alerts/campaign.ts';
import { alertPoints } from './alerts/commands.ts';

test('each alert fires once and is notified once, through a kill at each step', async () => {
  using folder = tempFolder();
  const store = `sqlite:${folder.file('alerts.db')}`;
  const report = await runAlertCampaign({ store, priceFile: folder.file('price'), nodes: 1, kills: alertPoints.length, seed: 1 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(alertPoints.length);
  expect(report.acknowledged).toBeGreaterThan(5);
}, 120_000);

test('the campaign notices a node whose notifications have no key', async () => {
  using folder = tempFolder();
  const store = `sqlite:${folder.file('alerts.db')}`;
  const report = await runAlertCampaign({ store, priceFile: folder.file('price'), nodes: 1, kills: 14, seed: 2, isKeyless: true });
  expect(report.problems.join('\n')).toContain('was told 2 times');
}, 120_000);
