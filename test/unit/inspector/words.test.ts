import { expect, test } from 'bun:test';
import { toneOfStatus } from '../../../src/inspector/web/kit/status-tone.ts';
import { firstSentence } from '../../../src/inspector/web/pages/actors/first-sentence.ts';
import { sharesOf } from '../../../src/inspector/web/pages/overview/type-shares.ts';

test('a row shows the first sentence of an explanation', () => {
  expect(firstSentence('The order waits. It is tried again.')).toBe('The order waits.');
  expect(firstSentence('WETH is at 2,999.5 dollars, 3.24 % under its high.')).toBe('WETH is at 2,999.5 dollars, 3.24 % under its high.');
  expect(firstSentence('Without an end')).toBe('Without an end');
  expect(firstSentence(`${'x'.repeat(400)}. Next.`)).toHaveLength(160);
});

test('words of the same meaning have the same colour, in badges and in bars', () => {
  for (const word of ['failed', 'quarantined', 'Reverted']) expect(toneOfStatus(word)).toBe('bad');
  for (const word of ['completed', 'success', 'fired']) expect(toneOfStatus(word)).toBe('ok');
  for (const word of ['paused', 'pending', 'on-hold']) expect(toneOfStatus(word)).toBe('warn');
  for (const word of ['active', 'executing', 'watching']) expect(toneOfStatus(word)).toBe('accent');
  for (const word of ['idle', null]) expect(toneOfStatus(word)).toBe('plain');
  const states = ['active', 'running', 'paused', 'done'].map((status, index) => ({ status, health: 'ok' as const, count: 9 - index }));
  expect(sharesOf({ type: 't', total: 30, states }).statuses.map(({ name, tone, shade }) => [name, tone, shade])).toEqual([
    ['active', 'accent', 0],
    ['running', 'accent', 1],
    ['paused', 'warn', 0],
    ['done', 'ok', 0],
  ]);
});
