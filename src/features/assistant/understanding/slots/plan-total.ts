import type { Slots } from '../agent-service.ts';
import { decimalOf } from '../entities/amount-fractions.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

/** What a plan's message says about the amount of one purchase. `doubt` is a text for the user when the amount is not clear. */
export type Plan = { readonly amount: string | null; readonly count: number | null; readonly doubt: string | null };

const TOTAL = wordSet('total totaling totalling altogether overall budget toplam toplamda kul milakar presupuesto orcamento butce');
/** Words before "all" or "todo" for a total: "in all", "ao todo". */
const IN_ALL = wordSet('in ao al');
const SPLITS = wordSet(
  'split splitting spread spreading divide dividing divided distribute stretch reparte repartir reparta divide dividir divida dividido dividida dividiendo ' +
    'distribuye distribua bol bolerek bolunmus baant baantkar baanto',
);
const EACH = wordSet('each per apiece every cada seferinde tanesi baar');
/** Words before a number of purchases or a duration that can show that the amount is that of all purchases. */
const OVER = wordSet('over across in into through throughout within en em durante ao');
const DECIMALS = 10n ** 18n;

/**
 * Returns the amount of one purchase of a message that states the amount of all purchases: "1000 usdc in total in 10 daily buys" is 100
 * each. Returns null for a message that states no such total.
 */
export function planOf(reading: Reading, count: number | undefined): Plan | null {
  const { words } = reading;
  const amounts = entitiesOf(reading, 'amount').filter(({ unit }) => unit !== 'percent');
  const [first, second] = amounts;
  if (first === undefined || amounts.length > 2) return null;
  const found = words.findIndex(({ text }, i) => TOTAL.has(text) || (/^(?:all|todo)$/.test(text) && IN_ALL.has(words[i - 1]?.text ?? '')));
  const hasEach = words.some(({ text }, i) => EACH.has(text) && reading.taken[i] !== true);
  // "100 usdc each, 12 times in total" states the number of all purchases, and not their amount.
  const isOfTimes = hasEach && entitiesOf(reading, 'times').some(({ to }) => found >= to && found - to <= 1);
  const at = isOfTimes ? -1 : found;
  if (at < 0 && second !== undefined) return null;
  const isTotal = at >= 0 || (!hasEach && words.some(({ text }, i) => SPLITS.has(text) && reading.taken[i] !== true));
  if (!isTotal) return !hasEach && isOver(reading) ? unclear(first) : null;
  const total = second !== undefined && distanceOf(second, at) < distanceOf(first, at) ? second : first;
  const each = second === undefined ? null : total === first ? second : first;
  if (each !== null) return withEach(total, each, count);
  const amount = count === undefined ? null : decimalOf(unitsOf(total.value), BigInt(count) * DECIMALS);
  return amount === null ? unclear(total) : { amount, count: null, doubt: null };
}

/** Puts the amount of one purchase into the slots of a plan whose message states the amount of all purchases. */
export function withPlan(reading: Reading, slots: Slots): Slots {
  const plan = planOf(reading, slots.count);
  if (plan === null || plan.amount === null) return slots;
  return { ...slots, amount: plan.amount, ...(plan.count === null ? {} : { count: plan.count }) };
}

function withEach(total: AmountEntity, each: AmountEntity, count: number | undefined): Plan {
  const [all, one] = [unitsOf(total.value), unitsOf(each.value)];
  const times = one === 0n || all % one !== 0n ? null : Number(all / one);
  if (times === null || (count !== undefined && count !== times) || times > 10_000)
    return {
      amount: null,
      count: null,
      doubt: `${total.value} in all does not fit purchases of ${each.value}. State the amount of each purchase.`,
    };
  return { amount: each.value, count: times, doubt: null };
}

function unclear({ value }: AmountEntity): Plan {
  return { amount: null, count: null, doubt: `Is ${value} the amount of all purchases or of each? State the amount of each purchase.` };
}

/** Whether the amount may be that of all purchases: "1000 usdc in 10 daily buys", "1000 usdc over 10 weeks". */
function isOver(reading: Reading): boolean {
  const times = entitiesOf(reading, 'times')[0];
  if (times !== undefined && isAfterOver(reading, times.from)) return true;
  const span = entitiesOf(reading, 'span')[0];
  const repeats = reading.entities.some((entity) => entity.kind === 'interval' || (entity.kind === 'unusable' && entity.why === 'uneven'));
  return span !== undefined && !repeats && isAfterOver(reading, span.from);
}

function isAfterOver(reading: Reading, at: number): boolean {
  return [0, 1, 2, 3].some((back) => OVER.has(reading.words[at - back]?.text ?? '') && isOnly(reading, at - back, at));
}

function isOnly(reading: Reading, from: number, to: number): boolean {
  return reading.entities.every((entity) => entity.kind === 'interval' || entity.to <= from || entity.from >= to);
}

function distanceOf({ from, to }: AmountEntity, at: number): number {
  return at < from ? from - at : at - to;
}

function unitsOf(value: string): bigint {
  const [whole = '0', decimals = ''] = value.split('.');
  return BigInt(whole + decimals.slice(0, 18).padEnd(18, '0'));
}
