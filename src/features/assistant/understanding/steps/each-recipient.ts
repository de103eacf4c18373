import type { Intent, StepSlots } from '../agent-service.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { amountSlots } from '../slots/amount-slots.ts';
import { mentionsOf } from '../slots/mentions.ts';
import { receiversOf } from '../slots/several-receivers.ts';
import { slotOf } from '../slots/slot-parts.ts';

/**
 * A clause of a message that was read as one action. `hasJoin` is true when a word such as "then" stands before it, and `hasVerb` is false
 * when it takes the verb of the clause before it.
 */
export type Part = {
  readonly intent: Intent;
  readonly slots: StepSlots;
  readonly reading: Reading;
  readonly hasJoin: boolean;
  readonly hasVerb: boolean;
};

/**
 * Splits a transfer to several receivers into one transfer for each receiver. Each receiver has its own amount ("pay a.eth 5 usdc and b.eth
 * 10 usdc"), or all have the same.
 */
export function eachRecipient(part: Part): readonly Part[] {
  const receivers = receiversOf(part.reading);
  if (part.intent !== 'send_token' || receivers.length < 2) return [part];
  const amounts = entitiesOf(part.reading, 'amount');
  const isPaired = amounts.length === receivers.length && isAlternating(amounts, receivers);
  return receivers.map(({ text }, i) => {
    const own = isPaired ? amounts[i] : undefined;
    if (own === undefined) return { ...part, slots: { ...part.slots, to: text } };
    const entities = part.reading.entities.filter((entity) => entity.kind !== 'amount' || entity === own);
    const token = mentionsOf(part.reading).find(({ amount }) => amount === own);
    const fromToken = token === undefined ? part.slots.fromToken : slotOf(token);
    const slots = { ...part.slots, ...amountSlots(own), ...(fromToken === undefined ? {} : { fromToken }), to: text };
    return { ...part, slots, reading: { ...part.reading, entities } };
  });
}

/** Whether each receiver of several has an amount beside it: before all of them their own, or after all of them. */
function isAlternating(amounts: readonly { readonly from: number }[], receivers: readonly { readonly from: number }[]): boolean {
  const before = receivers.map(({ from }) => amounts.filter((amount) => amount.from < from).length);
  return before.every((count, i) => count === i) || before.every((count, i) => count === i + 1);
}
