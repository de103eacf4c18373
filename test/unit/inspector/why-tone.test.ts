import { expect, test } from 'bun:test';
import { toneOfWhy } from '../../../src/inspector/web/pages/actor/why-tone.ts';

test.each<[code: string, tone: ReturnType<typeof toneOfWhy>]>([
  ['quarantined', 'bad'],
  ['no-executor', 'bad'],
  ['overdue', 'warn'],
  ['output-below-minimum', 'warn'],
  ['set-aside', 'warn'],
  ['effect-running', 'busy'],
  ['condition-not-met', 'calm'],
  ['not-due', 'calm'],
  ['completed', 'calm'],
])('an actor that waits for %p is shown as %p', (code, tone) => {
  expect(toneOfWhy(code)).toBe(tone);
});
