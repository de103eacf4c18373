import { expect, test } from 'bun:test';
import { toned, toneOfOutcome } from '../../../actors/tone-of-code.ts';
import type { WhyTone } from '../../../src/values/inspection/why.ts';

test.each<[code: string, tone: WhyTone]>([
  ['no-executor', 'bad'],
  ['output-below-minimum', 'warn'],
  ['set-aside', 'warn'],
  ['condition-not-met', 'calm'],
  ['not-due', 'calm'],
  ['completed', 'calm'],
])('an actor that waits for %p needs a person: %p', (code, tone) => {
  const why = toned(() => ({ code, sentence: 'It waits.', details: [] }));
  expect(why(null, 0, null)).toEqual({ code, sentence: 'It waits.', details: [], tone });
});

test('an actor without a reason needs no attention', () => {
  expect(toned(() => null)(null, 0, null)).toBeNull();
});

test('outcomes that a person must fix stand out', () => {
  expect([toneOfOutcome('no-executor'), toneOfOutcome('no-budget'), toneOfOutcome('not-due'), toneOfOutcome('fired')]).toEqual([
    'bad',
    'warn',
    'plain',
    'accent',
  ]);
});
