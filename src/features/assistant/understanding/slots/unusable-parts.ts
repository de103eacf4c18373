import type { Intent, SlotName } from '../agent-service.ts';
import type { UnusableTime } from '../entities/entity.ts';
import { entitiesOf, hasMark, type Reading, textOf } from '../entities/reading.ts';
import { STANDING_INTENTS } from '../intents/intent-slots.ts';
import { firstPart } from '../text/first-part.ts';
import { wordSet } from '../text/word-set.ts';
import { buysAndSells } from './fill-automation.ts';
import { mentionsOf } from './mentions.ts';
import { priceOf } from './price-slots.ts';
import { conditionsIn, isSumOfChange, pricedIn } from './unusable-condition.ts';

/**
 * A part of a message that changes its meaning and that no slot (value of the request) can express. `asks` is the slot to ask for instead;
 * null when the message must be sent again.
 */
export type UnusablePart = { readonly asks: SlotName | null; readonly text: string };

const LONGEST = 60;
/** Words for figures that are no prices of tokens. */
const MEASURES = wordSet('cap mcap marketcap volume tvl supply liquidity dominance gas gwei fdv');

/** Finds the first part of a request that must not be dropped silently, because the request means something else without it. */
export function unusablePart(intent: Intent, reading: Reading): UnusablePart | null {
  const isPriced = intent === 'price_alert' || intent === 'limit_order';
  const condition = isPriced ? unusableCondition(intent, reading) : intent === 'autopilot' ? severalStrategies(reading) : null;
  return condition ?? unusableTime(intent, reading);
}

function severalStrategies(reading: Reading): UnusablePart | null {
  if (buysAndSells(reading))
    return {
      asks: null,
      text: 'I draft policies with one strategy, and this message names a purchase and a sale. Send one message for each of them.',
    };
  const [first, second] = conditionsIn(reading)
    .filter(({ unit }) => unit === 'percent')
    .map((amount) => saidIn(reading, amount));
  if (first === undefined || second === undefined) return null;
  return {
    asks: null,
    text: `I draft policies with one condition, and this message has several (${first}, ${second}). Send it again with one.`,
  };
}

function unusableCondition(intent: Intent, reading: Reading): UnusablePart | null {
  const isAlert = intent === 'price_alert';
  const waited = isAlert ? 'An alert' : 'An order';
  const measure = reading.words.find(({ text }) => MEASURES.has(text));
  if (isAlert && measure !== undefined)
    return { asks: null, text: `An alert waits for the price of a token, and not for another figure ("${measure.raw}").` };
  const conditions = conditionsIn(reading);
  const [first, second] = conditions.map(({ from, to }) => textOf(reading, from, to));
  if (first !== undefined && second !== undefined)
    return {
      asks: null,
      text: `${waited} waits for one condition, and this message has several (${first}, ${second}). Send one message for each condition.`,
    };
  const price = priceOf(reading, isAlert ? [] : mentionsOf(reading));
  if (price === null) return null;
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
  const isPrepared = PREPARED.includes(intent);
  if (!isPrepared && !STANDING_INTENTS.includes(intent)) return null;
  const times = entitiesOf(reading, 'unusable').filter(({ why }) => (isPrepared ? LATER.includes(why) : why !== 'clock'));
  const time = times.find(({ why }) => why === 'start') ?? times[0];
  const later = isPrepared ? (time ?? dayOf(reading)) : time;
  const repeated = intent === 'limit_order' ? entitiesOf(reading, 'interval')[0] : undefined;
  if (repeated !== undefined) return { asks: null, text: ONCE(saidIn(reading, repeated)) };
  if (later === undefined) return null;
  if (isPrepared) return { asks: null, text: AT_ONCE(saidIn(reading, later)) };
  return time === undefined ? null : { asks: ASKED[time.why], text: TEXTS[time.why](saidIn(reading, time)) };
}

/** Returns a day on which something is to happen, as in "swap 10 usdc to weth next friday". An end such as "by friday" is none. */
function dayOf(reading: Reading) {
  return entitiesOf(reading, 'until').find(({ from }) => !hasMark(reading, from, 'p.to') && !ENDS.has(reading.words[from]?.text ?? ''));
}

function saidIn(reading: Reading, { from, to }: { readonly from: number; readonly to: number }): string {
  const text = textOf(reading, from, to);
  return firstPart(text, LONGEST);
}

const PREPARED: readonly Intent[] = ['quotes', 'send_token', 'batch', 'workflow'];
const LATER: readonly UnusableTime[] = ['start', 'clock'];
const ENDS = wordSet('until till til by before through up valid expires expiring expire ending ends good no hasta ate antes');

const AT_ONCE = (said: string) =>
  `A transaction is prepared at once and cannot wait ("${said}"). Send the message again then, or without it.`;
const ONCE = (said: string) =>
  `An order is made once, and a plan that repeats ("${said}") cannot wait for a price. Send a message for one of the two.`;

const ASKED: Readonly<Record<UnusableTime, SlotName | null>> = {
  ...{ start: null, clock: null, 'past-end': 'until', 'two-dates': 'until', uneven: 'intervalSeconds' },
};

const TEXTS: Readonly<Record<UnusableTime, (said: string) => string>> = {
  clock: AT_ONCE,
  start: (said) => `Everything that I set up starts at once; a later start ("${said}") is not possible. Send the message again without it.`,
  'past-end': (said) => `The end "${said}" is over already. Until when?`,
  'two-dates': (said) => `"${said}" can be two dates. Until when? Write the date like 2026-12-31 or 31 December.`,
  uneven: (said) => `A plan repeats at one fixed interval, and "${said}" has none. How often: every day, every week, ...?`,
};
