import type { Intent, SlotName, Slots } from '../agent-service.ts';
import type { UnusableTime } from '../entities/entity.ts';
import { entitiesOf, type Reading, textOf } from '../entities/reading.ts';
import { STANDING_INTENTS } from '../intents/intent-slots.ts';
import { mentionsOf } from './mentions.ts';
import { priceOf } from './price-slots.ts';
import { conditionsIn, isSumOfChange, pricedIn } from './unusable-condition.ts';

/**
 * A part of a message that changes its meaning and that no slot (value of the request) can express. `asks` is the slot to ask for instead;
 * null when the message must be sent again.
 */
export type UnusablePart = { readonly asks: SlotName | null; readonly text: string };

const LONGEST = 60;

/** Finds the first part of a request that must not be dropped silently, because the request means something else without it. */
export function unusablePart(intent: Intent, slots: Slots, reading: Reading): UnusablePart | null {
  const isPriced = intent === 'price_alert' || intent === 'limit_order';
  return (isPriced ? unusableCondition(intent, slots, reading) : null) ?? unusableTime(intent, reading);
}

function unusableCondition(intent: Intent, { price: used }: Slots, reading: Reading): UnusablePart | null {
  const isAlert = intent === 'price_alert';
  const waited = isAlert ? 'An alert' : 'An order';
  const conditions = conditionsIn(reading);
  const [first, second] = conditions.map(({ from, to }) => textOf(reading, from, to));
  if (first !== undefined && second !== undefined)
    return {
      asks: null,
      text: `${waited} waits for one condition, and this message has several (${first}, ${second}). Send one message for each condition.`,
    };
  const price = priceOf(reading, isAlert ? [] : mentionsOf(reading));
  if (price === null || used !== undefined) return null;
  const said = textOf(reading, price.from, price.to);
  if (isSumOfChange(reading, price))
    return {
      asks: 'price',
      text: `${waited} waits for a price${isAlert ? ' or for a change in percent' : ''}, not for a change by a sum (${said}). Which price shall it wait for?`,
    };
  const token = pricedIn(reading, price);
  if (token === null) return null;
  return {
    asks: 'price',
    text: `${waited} waits for a price in dollars or in another currency, not in ${token.slot} (${said} ${token.slot}). At what price in dollars?`,
  };
}

function unusableTime(intent: Intent, reading: Reading): UnusablePart | null {
  const times = entitiesOf(reading, 'unusable');
  const time = times.find(({ why }) => why === 'start') ?? times[0];
  if (time === undefined) return null;
  const text = textOf(reading, time.from, time.to);
  const said = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (STANDING_INTENTS.includes(intent)) return { asks: ASKED[time.why], text: TEXTS[time.why](said) };
  const isPrepared = ['quotes', 'send_token', 'batch', 'workflow'].includes(intent);
  if (!isPrepared || time.why !== 'start') return null;
  return { asks: null, text: `A transaction is prepared at once and cannot wait ("${said}"). Send the message again then, or without it.` };
}

const ASKED: Readonly<Record<UnusableTime, SlotName | null>> = {
  ...{ start: null, 'past-end': 'until', 'two-dates': 'until', uneven: 'intervalSeconds' },
};

const TEXTS: Readonly<Record<UnusableTime, (said: string) => string>> = {
  start: (said) => `Everything that I set up starts at once; a later start ("${said}") is not possible. Send the message again without it.`,
  'past-end': (said) => `The end "${said}" is over already. Until when?`,
  'two-dates': (said) => `"${said}" can be two dates. Until when? Write the date like 2026-12-31 or 31 December.`,
  uneven: (said) => `A plan repeats at one fixed interval, and "${said}" has none. How often: every day, every week, ...?`,
};
