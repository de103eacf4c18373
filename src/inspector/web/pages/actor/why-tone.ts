import { toneOfOutcome } from '../domain/outcome-tone.ts';

/** What keeps the runtime from going on with an actor. */
const HELD = new Set(['backing-off', 'overdue', 'effect-unknown', 'type-paused']);
/** Why an order that is due does not go out, beside what an agent's strategies say too. */
const SKIPS = new Set([
  'token-not-listed',
  'order-below-minimum',
  'chain-not-supported',
  'no-reference-price',
  'gas-too-high',
  'probe-failed',
  'plan-failed',
  'not-sent',
  'order-failed',
  'set-aside',
  'too-many-positions',
]);

/** How much a person is needed, by the code of what an actor waits for. */
export function toneOfWhy(code: string): 'calm' | 'busy' | 'warn' | 'bad' {
  if (code === 'quarantined') return 'bad';
  if (HELD.has(code) || SKIPS.has(code)) return 'warn';
  if (code === 'effect-running' || code === 'due') return 'busy';
  const tone = toneOfOutcome(code);
  return tone === 'bad' || tone === 'warn' ? tone : 'calm';
}
