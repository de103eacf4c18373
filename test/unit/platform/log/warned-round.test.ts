import { expect, test } from 'bun:test';
import { warnedRound } from '../../../../src/platform/log/warned-round.ts';

test('a failing round is logged once a minute at most, and its end once', async () => {
  const lines: string[] = [];
  let nowMs = 0;
  let isFailing = true;
  const line = (message: string) => void lines.push(message);
  const round = warnedRound(
    async () => {
      if (isFailing) throw new Error('the store is away');
    },
    { log: { info: line, warn: line, error: line }, clock: { now: () => nowMs }, failed: 'failed', over: 'over' },
  );
  for (const ms of [0, 10_000, 59_999, 60_000]) {
    nowMs = ms;
    await round();
  }
  expect(lines).toEqual(['failed', 'failed']);
  isFailing = false;
  await round();
  await round();
  expect(lines).toEqual(['failed', 'failed', 'over']);
});
