import type { AmountKind } from '../agent-service.ts';
import type { AmountEntity, EntityOf } from '../entities/entity.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';
import type { Mention } from './mentions.ts';

export type AmountSlots = { readonly amount?: string; readonly amountKind?: AmountKind; readonly fiat?: string };

/**
 * Returns the amount of a message: preferably the amount of a token, and if there is none, a number that stands alone. @param price a
 * number that is a price, so that it is not used as the amount
 */
export function amountOf(reading: Reading, mentions: readonly Mention[], price: AmountEntity | null): Mention['amount'] {
  const attached = mentions.map(({ amount }) => amount).find((amount) => amount !== null && amount.from !== price?.from);
  if (attached !== undefined && attached !== null) return attached;
  const alone = entitiesOf(reading, 'amount').find(({ from }) => from !== price?.from);
  return alone ?? entitiesOf(reading, 'all')[0] ?? null;
}

export function amountSlots(amount: Mention['amount']): AmountSlots {
  if (amount === null) return {};
  if (amount.kind === 'all') return { amountKind: 'all' };
  const { value, unit, code } = amount;
  if (unit === 'money')
    return code === 'USD' ? { amount: value, amountKind: 'usd' } : { amount: value, ...(code === undefined ? {} : { fiat: code }) };
  return { amount: value, amountKind: unit === 'percent' ? 'percent' : 'token' };
}

/** Verbs that move the whole balance when the message states no amount: "empty my wbtc to kim.eth". */
const EMPTIES = wordSet('empty sweep drain vacia vaciar vacie esvazia esvaziar esvazie bosalt');

/** Returns the whole balance for a verb such as "empty"; null when the message has no such verb, or says something about the amount. */
export function emptiedIn(reading: Reading): EntityOf<'all'> | null {
  const at = reading.words.findIndex(({ text }, i) => EMPTIES.has(text) && reading.taken[i] !== true);
  return at < 0 || entitiesOf(reading, 'unclear').length > 0 ? null : { kind: 'all', from: at, to: at + 1 };
}
