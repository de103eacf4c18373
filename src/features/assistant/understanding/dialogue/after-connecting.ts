import type { PendingQuestion, Understood } from '../agent-service.ts';
import type { Reading } from '../entities/reading.ts';
import { chosenOption } from './answer-pending.ts';

const CONNECTED =
  /^(?:(?:ok|okay|yes|done)[ ,]*)?(?:(?:i(?: have|'ve| am|'m)?|it is|it's|(?:my |the )?wallet(?: is)?) (?:now )?)?connected(?: (?:it|(?:my |the )?wallet))?(?: now)?$/;
const GO_ON = /^(?:(?:ok|okay|yes|connected)[ ,]*)?(?:done|continue|go on|go ahead|proceed)$/;

/**
 * Continues a request that only waited until a wallet was connected. Returns null for any other message, which is then understood by
 * itself. If no wallet is connected yet, the user is asked again to connect one.
 */
export function afterConnecting(pending: PendingQuestion, reading: Reading, text: string): Understood | null {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .replace(/,? (?:please|pls)$/, '');
  if (chosenOption(pending, reading, text) === null && !CONNECTED.test(said) && !GO_ON.test(said)) return null;
  const { intent, slots, operation } = pending;
  return {
    ...{ intent, slots, confidence: 0.9, by: 'grammar', missing: [], leftOut: [], pending: 'filled' },
    ...(operation === undefined ? {} : { operation }),
  };
}
