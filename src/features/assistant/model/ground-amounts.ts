import type { StepSlots } from '../understanding/agent-service.ts';
import type { AmountEntity } from '../understanding/entities/entity.ts';
import { emptiedIn } from '../understanding/slots/amount-slots.ts';
import { planOf } from '../understanding/slots/plan-total.ts';
import { recurrenceOf } from '../understanding/slots/time-slots.ts';
import { invalid, invented, type Problem } from './problem.ts';
import { entitiesIn, knownOf, type Sources } from './sources.ts';
import { canonical, isNumberWritten } from './written-number.ts';

const DOLLARS = /[$]|\busd\b|dollar|d[oó]lar|\bbucks?\b|dolar/iu;
const PERCENT = /%|percent|por ?ciento|por ?cento|y[uü]zde|pratishat/iu;
const TIMES =
  /hour|day|week|month|year|minute|daily|hourly|fortnight|\bh\b|hora|d[ií]a|semana|m[eê]s|ano|a[nñ]o|g[uü]n|hafta|\bay|din\b|hafte|mahin|saat|ghant|stunde|tag|woche|monat|jahr|jour|semaine|mois/iu;
/** Maximum time between two purchases, and maximum duration of a plan, in seconds: ten years. */
const MOST_SECONDS = 10 * 365 * 86_400;
const MOST_COUNT = 10_000;
const LIMITS = ['depositAmount', 'maxPerTradeUsd', 'maxPerDayUsd', 'maxTradesPerDay'] as const;

/** Checks that the amount, its kind, the price and the limits of an agent come from the user's words. */
export function amountProblem(slots: StepSlots, sources: Sources): Problem | null {
  const { amount, amountKind, price, fiat, count } = slots;
  // The message of a plan can state the amount of all purchases; the slot has the amount of one.
  const isShare = sources.readings.some((reading) => amount !== undefined && planOf(reading, count)?.amount === amount);
  if (amount !== undefined && !isShare && !isKnownNumber(amount, sources))
    return invented('amount is a number that the user did not write');
  if (price !== undefined && !isKnownNumber(price, sources)) return invented('price is a number that the user did not write');
  const unsaid = LIMITS.find((name) => slots[name] !== undefined && !isLimitKnown(name, String(slots[name]), sources));
  if (unsaid !== undefined) return invented(`${unsaid} is a number that the user did not write`);
  if (fiat !== undefined && !isFiatKnown(fiat, sources)) return invented('fiat is a currency that the user did not name');
  if (amountKind === undefined) return null;
  if (amountKind === 'all') {
    const isEmptied = sources.readings.some((reading) => emptiedIn(reading) !== null);
    const isAll = isEmptied || entitiesIn(sources, 'all').length > 0 || knownOf(sources, 'amountKind').includes('all');
    return isAll && amount === undefined ? null : invented('amountKind is "all", and the user did not write that');
  }
  if (amount === undefined) return invalid(`amountKind is "${amountKind}" without an amount`);
  return isKindKnown(amount, amountKind, sources) ? null : invented(`amountKind "${amountKind}" is not how the user meant the amount`);
}

/** Checks that the interval, the number and the end of purchases come from the user's words. */
export function timeProblem({ intervalSeconds, count, until }: StepSlots, sources: Sources): Problem | null {
  const read = sources.readings.map(recurrenceOf);
  const known = <K extends 'intervalSeconds' | 'count' | 'until'>(name: K, value: unknown) =>
    read.some((one) => one[name] === value) || knownOf(sources, name).some((one) => one === value);
  if (intervalSeconds !== undefined && !known('intervalSeconds', intervalSeconds)) {
    if (intervalSeconds < 60 || intervalSeconds > MOST_SECONDS)
      return invalid('intervalSeconds is less than a minute, or more than ten years');
    if (!sources.texts.some((text) => TIMES.test(text))) return invented('intervalSeconds is a time that the user did not write');
  }
  if (count !== undefined && !known('count', count)) {
    // When a message states how long the plan lasts, the model may compute the number of purchases from that, so the number need not be
    // written in a message. If the grammar has computed a number itself, the model may not use a different one.
    const isSpan =
      read.every((one) => one.count === undefined) &&
      sources.readings.some(({ entities }) => entities.some(({ kind }) => kind === 'span' || kind === 'until'));
    if (count > MOST_COUNT) return invalid(`count is more than ${MOST_COUNT}`);
    if (!isSpan && !isNumberWritten(String(count), sources)) return invented('count is a number that the user did not write');
  }
  if (until === undefined || known('until', until)) return null;
  const endMs = Date.parse(until);
  if (Number.isNaN(endMs) || endMs <= sources.nowMs || endMs > sources.nowMs + MOST_SECONDS * 1_000)
    return invalid('until is not a time in the next ten years');
  const isDated = sources.texts.some((text) => TIMES.test(text) || /\d/.test(text) || MONTHS.test(text));
  return isDated ? null : invented('until is a time that the user did not write');
}

const MONTHS = /jan|feb|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|okt|nov|dec|dic|dez|tomorrow|christmas|end of/iu;

function isKnownNumber(value: string, sources: Sources): boolean {
  const wanted = canonical(value);
  const read = entitiesIn(sources, 'amount').map((entity) => entity.value);
  const written = [...read, ...knownOf(sources, 'amount', 'price')].some((one) => canonical(one) === wanted);
  return written || isNumberWritten(value, sources);
}

function isLimitKnown(name: (typeof LIMITS)[number], value: string, sources: Sources): boolean {
  return isKnownNumber(value, sources) || knownOf(sources, name).map(String).includes(value);
}

function isKindKnown(amount: string, kind: 'token' | 'usd' | 'percent', sources: Sources): boolean {
  const wanted = canonical(amount);
  if (sources.known.some((slots) => slots.amountKind === kind && slots.amount !== undefined && canonical(slots.amount) === wanted))
    return true;
  const read = entitiesIn(sources, 'amount').filter(({ value }) => canonical(value) === wanted);
  if (read.length > 0) return read.some((entity) => isUnitOf(entity, kind, sources));
  const pattern = { token: null, usd: DOLLARS, percent: PERCENT }[kind];
  return pattern === null || sources.texts.some((text) => pattern.test(text));
}

function isUnitOf({ unit, code }: AmountEntity, kind: 'token' | 'usd' | 'percent', { texts }: Sources): boolean {
  if (unit === 'percent') return kind === 'percent';
  if (unit === 'money') return kind === 'usd' && code === 'USD';
  return kind === 'token' || (kind === 'usd' && texts.some((text) => DOLLARS.test(text)));
}

function isFiatKnown(fiat: string, sources: Sources): boolean {
  const read = [...entitiesIn(sources, 'fiat'), ...entitiesIn(sources, 'amount')].some(({ code }) => code === fiat);
  const isWritten = sources.texts.some((text) => new RegExp(`\\b${fiat}\\b`, 'i').test(text));
  return (
    read || isWritten || knownOf(sources, 'fiat').includes(fiat) || (fiat === 'USD' && sources.texts.some((text) => DOLLARS.test(text)))
  );
}
