import { expect, test } from 'bun:test';
import { INTENTS } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { readScores } from '../../../../assistant/read-scores.ts';

const scores = await readScores();

test('the labelled messages are many enough, of every action and of those that must not be acted on', () => {
  expect(scores.total.messages).toBeGreaterThanOrEqual(400);
  expect(scores.forbidden).toBeGreaterThanOrEqual(60);
  for (const intent of INTENTS) expect(scores.rows.get(intent)?.messages ?? 0).toBeGreaterThanOrEqual(10);
});

test('of the labelled messages 95 % have their intent and 90 % all their slots', () => {
  expect(scores.total.intents / scores.total.messages).toBeGreaterThanOrEqual(0.95);
  expect(scores.total.slots / scores.total.messages).toBeGreaterThanOrEqual(0.9);
});

test('no amount, address or token is invented', () => {
  expect(scores.invented).toEqual([]);
});

test('none of the messages that must not be acted on is', () => {
  expect(scores.acted).toEqual([]);
});
