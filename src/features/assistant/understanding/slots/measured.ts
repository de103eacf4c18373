import { hasConcept, type Reading } from '../entities/reading.ts';
import type { Mention } from './mentions.ts';

/** A token of which an amount of another token states the value: `of` is the token, and `by` is the other token. */
export type Measured = { readonly of: Mention; readonly by: Mention };

/**
 * Finds a token that is sold or sent and whose amount is stated in another token: "send 5 usdc worth of eth". In a purchase, the other
 * token pays instead ("buy 5 usdc of eth"), so nothing is returned for it.
 */
export function measuredIn(reading: Reading, mentions: readonly Mention[]): Measured | null {
  if (mentions.length < 2) return null;
  const at = mentions.findIndex(
    ({ amount, token }, i) => amount?.kind === 'amount' && token.kind === 'token' && mentions[i + 1]?.role === 'of',
  );
  const [by, of] = [mentions[at], mentions[at + 1]];
  if (by === undefined || of === undefined) return null;
  const isWorth = reading.words.slice(by.token.to, of.token.from).some(({ text }) => text === 'worth');
  const isBought = hasConcept(reading, ['buy', 'get', 'dca', 'accumulate', 'invest', 'limit']) && !hasConcept(reading, ['sell']);
  const isPaid =
    hasConcept(reading, ['sell', 'send']) || mentions.length > 2 || (isWorth && hasConcept(reading, ['swap', 'bridge', 'move']));
  const isPaidInOther = mentions.some(
    (mention) => mention !== by && mention !== of && (mention.role === 'with' || mention.role === 'from'),
  );
  if (isBought && isPaidInOther) return { of: { ...of, role: 'to' }, by };
  return isPaid && !isBought ? { of: { ...of, role: 'object' }, by } : null;
}
