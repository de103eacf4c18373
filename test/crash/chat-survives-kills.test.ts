import { expect, test } from 'bun:test';
import { tempFolder } from '../support/temp-folder.ts';
import { runChatCampaign } from './chat/campaign.ts';
import { turnPoints } from './chat/commands.ts';

test('each acknowledged message has exactly one answer, through a kill at each step of a turn', async () => {
  using folder = tempFolder();
  const store = `sqlite:${folder.file('chat.db')}`;
  const report = await runChatCampaign({ store, nodes: 1, kills: turnPoints.length, seed: 1 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(turnPoints.length);
  expect(report.acknowledged).toBeGreaterThan(20);
}, 120_000);

test('the campaign notices a node that acknowledges before it stores', async () => {
  using folder = tempFolder();
  const report = await runChatCampaign({ store: `sqlite:${folder.file('chat.db')}`, nodes: 1, kills: 3, seed: 1, isHasty: true });
  expect(report.problems.join('\n')).toContain('was acknowledged, and is not in the conversation');
}, 120_000);
