import type { AmountKind } from '../agent-service.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import type { Mention } from './mentions.ts';

export type AmountSlots = { readonly amount?: string; readonly amountKind?: AmountKind; readonly fiat?: string };

/** The amount of a message: that of a token first, then one that stands alone. `price` is another number. */
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
