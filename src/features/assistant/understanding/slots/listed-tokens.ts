import type { Intent } from '../agent-service.ts';
import { entitiesOf, hasMark, type Reading } from '../entities/reading.ts';
import { STANDING_INTENTS } from '../intents/intent-slots.ts';

/** Intents whose requests have one token on each side. */
const LISTLESS: readonly Intent[] = ['quotes', 'send_token', 'dca', 'limit_order', 'buy_sell'];
const BETWEEN_TWO: ReadonlySet<string> = new Set(['between', 'entre', 'from']);

/** Finds tokens that share one amount: "swap all my usdc and dai to eth". Only one of them would be used. */
export function listedTokens(intent: Intent, reading: Reading): string | null {
  if (!LISTLESS.includes(intent) || (STANDING_INTENTS.includes(intent) && entitiesOf(reading, 'amount').length === 0)) return null;
  const tokens = entitiesOf(reading, 'token').toSorted((a, b) => a.from - b.from);
  for (const [i, second] of tokens.entries()) {
    const first = tokens[i - 1];
    if (first === undefined || first.slot === second.slot || BETWEEN_TWO.has(reading.words[first.from - 1]?.text ?? '')) continue;
    const between = reading.words.slice(first.to, second.from);
    const isAnd = between[0]?.raw === '&' || hasMark(reading, first.to, 'p.and');
    if (!isAnd || between.length > 2 || !between.slice(1).every(({ text }) => ['my', 'all', 'mi', 'meu', 'the'].includes(text))) continue;
    return `The message names ${first.slot} and ${second.slot} together, and an amount belongs to one token. Send it again with the amount of each.`;
  }
  return null;
}
