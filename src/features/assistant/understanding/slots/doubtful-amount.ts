import type { Intent, Slots } from '../agent-service.ts';
import { entitiesOf, hasMark, type Reading, textOf } from '../entities/reading.ts';
import { firstPart } from '../text/first-part.ts';
import { wordSet } from '../text/word-set.ts';
import { type Measured, measuredIn } from './measured.ts';
import { mentionsOf } from './mentions.ts';
import { oddAmountIn } from './odd-amounts.ts';
import { planOf } from './plan-total.ts';
import { slotOf } from './slot-parts.ts';
import { conditionsIn } from './unusable-condition.ts';

/** Intents for which a wrongly read amount would prepare a wrong transaction. */
const TAKES_AMOUNT: readonly Intent[] = ['quotes', 'send_token', 'dca', 'buy_sell', 'limit_order', 'buy_bz_token'];
/** Words that share one amount between several receivers. */
const SHARES = wordSet(
  'split divide divided share shared distribute between among amongst equally evenly total altogether reparte repartir divide dividir entre divida ' +
    'paylastir bol arasinda baant baanto baat beech total toplam kul',
);
const TO_WHOM: ReadonlySet<string> = new Set(['address', 'name']);
const LONGEST = 40;

/**
 * Returns why the amount of a message is doubtful, as a text for the user; null when it is clear. A message that states an amount in a form
 * that no slot expresses, or several amounts for one slot, must not be acted on with one of them.
 */
export function amountDoubt(intent: Intent, slots: Slots, reading: Reading): string | null {
  if (!TAKES_AMOUNT.includes(intent)) return null;
  const shared = intent === 'send_token' ? sharedDoubt(reading) : null;
  if (shared !== null) return shared;
  const unclear = entitiesOf(reading, 'unclear')[0];
  if (unclear !== undefined && intent !== 'buy_bz_token') return unreadable(quoted(reading, unclear));
  const odd = reading.entities.length === 0 ? null : oddAmountIn(intent, reading);
  if (odd !== null) return oddDoubt(reading, odd);
  const plan = intent === 'dca' ? planOf(reading, slots.count) : null;
  if (plan !== null) return plan.doubt;
  const measured = slots.amount === undefined && entitiesOf(reading, 'amount').length > 0 ? measuredIn(reading, mentionsOf(reading)) : null;
  if (measured !== null) return inOther(measured);
  const amounts = entitiesOf(reading, 'amount').filter((amount) => !isBeside(reading, amount));
  const said = [slots.amount, slots.price, slots.count, slots.tokenId].map(String);
  const waited = intent === 'limit_order' ? conditionsIn(reading) : [];
  const other = amounts.find((amount) => !said.includes(amount.value) && !waited.includes(amount));
  const used = amounts.find(({ value }) => said.includes(value));
  const all = entitiesOf(reading, 'all').find(({ to }) => !amounts.some(({ from }) => from === to));
  if (other !== undefined && (slots.amount !== undefined || slots.amountKind !== undefined)) {
    const first = slots.amount === undefined ? all : used;
    return first === undefined ? null : several(quoted(reading, first), quoted(reading, other));
  }
  if (all !== undefined && used !== undefined && slots.amount === used.value) return several(quoted(reading, all), quoted(reading, used));
  return null;
}

/** Removes a doubtful amount from the slots, so that the user is asked for it. */
export function withoutAmount({ amount: _a, amountKind: _k, amountOf: _o, ...others }: Slots): Slots {
  return others;
}

function sharedDoubt(reading: Reading): string | null {
  const receivers = entitiesOf(reading, 'address').length + entitiesOf(reading, 'name').length;
  if (receivers < 2 || !reading.words.some(({ text }) => SHARES.has(text))) return null;
  return 'I cannot share one amount between several receivers. Send it again with the amount for each of them.';
}

function unreadable(text: string): string {
  return `I cannot read "${text}" as one amount. State one number, such as 10 or 0.25, or a percentage of the balance.`;
}

function oddDoubt(reading: Reading, odd: Parameters<typeof quoted>[1]): string {
  const isTime = reading.entities.some(({ kind, from }) => (kind === 'times' || kind === 'span') && from === odd.from);
  return isTime
    ? `One transaction is prepared, at once, so "${quoted(reading, odd)}" has no effect. State the amount of this one transaction.`
    : unreadable(quoted(reading, odd));
}

function inOther({ of, by }: Measured): string {
  const [token, unit] = [slotOf(of) ?? 'the token', slotOf(by) ?? 'another token'];
  return `I cannot measure an amount of ${token} in ${unit}. State it in ${token} or in dollars.`;
}

function several(first: string, second: string): string {
  return `The message states more than one amount ("${first}" and "${second}"), so it is not clear how much you mean. State one amount.`;
}

/** Returns the words of an amount; for a word such as "except", also the amount after it. */
function quoted(reading: Reading, { from, to }: { readonly from: number; readonly to: number }): string {
  const next = entitiesOf(reading, 'amount').find((amount) => amount.from >= to && amount.from <= to + 3);
  const isWord = to - from === 1 && reading.words[from]?.kind === 'word';
  const text = textOf(reading, from, isWord && next !== undefined ? next.to : to);
  return firstPart(text, LONGEST);
}

function isBeside(reading: Reading, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return isWrittenForTo(reading, from, to) || hasMark(reading, to, 'lesson');
}

/** Whether a digit stands for a preposition after a token, as in "1000 usdc 2 weth", "100 usdc 4 weth" and "5 usdc 2 bob.eth". */
function isWrittenForTo({ words, entities }: Reading, from: number, to: number): boolean {
  const isToken = (entity: { readonly kind: string }) => entity.kind === 'token';
  return (
    /^[24]$/.test(words[from]?.raw ?? '') &&
    entities.some((entity) => isToken(entity) && entity.to === from) &&
    entities.some((entity) => (isToken(entity) || TO_WHOM.has(entity.kind)) && entity.from === to) &&
    entities.some(({ kind, to: end }) => kind === 'amount' && end < from)
  );
}
