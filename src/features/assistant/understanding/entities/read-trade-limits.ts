import type { Entity, EntityOf } from './entity.ts';
import { type Reading, startReading, take } from './reading.ts';

type LimitOf = EntityOf<'trade-limit'>['of'];
/** A part of the message that is compared as a whole: one word, or an amount, or a dollar token. */
type Item = { readonly text: string; readonly from: number; readonly to: number; readonly value?: string };

/** Signs that stand for an amount, or for a dollar token or currency, in the text that is compared. */
const [AMOUNT, DOLLARS] = ['#', '@'];

const SUM = `${AMOUNT}(?: ${DOLLARS})?`;
const TRADES = '(?:trades?|swaps?|orders?|buys?|purchases?|transactions?)';
const UNIT = `(?:day|24 hours|${TRADES})`;
const PER = `(?:(?:in )?(?:(?:per|a|an|each|every|any|for|one|single|on|-|/) )*${UNIT}|daily)`;
const CEILING = '(?:max|maximum|limit|cap|ceiling|at most|tops)';
const JOIN = '(?:(?:of|to|at|is|:|=|be) )*';
const LEAD =
  '(?:at most|max|maximum|up to|limit(?:ed)?|cap(?:ped)?|(?:(?:do|don|should|must|may|can|will|shall|to) )?(?:no|not|never|t|dont) (?:(?:ever|spend|spending|trade|trading|buy|go|make|do) )?(?:more than|above|over|exceed))';
const SPEND = '(?:(?:spend|spending|trade|trading|it) )?';

/** The forms of a limit: "at most # a day", "daily limit of #", "max per trade #", "# per day max". */
const FORMS = [
  `${LEAD} ${SPEND}${JOIN}${AMOUNT}(?: ${DOLLARS})?(?: ${TRADES})? ${PER}`,
  `(?:daily|per day|per trade|day|trade) ${SPEND}${CEILING} ${JOIN}${SUM}(?: ${TRADES})?`,
  `${CEILING} ${SPEND}(?:per|a|each) ${UNIT} ${JOIN}${SUM}(?: ${TRADES})?`,
  `${SUM}(?: ${TRADES})? ${PER} ${CEILING}(?! ${JOIN}${AMOUNT})`,
];
const LIMIT = new RegExp(`(?<![^ ])(?:${FORMS.join('|')})(?![^ ])`, 'g');
const COUNTED = new RegExp(`${AMOUNT} ${TRADES}`);
const DOLLAR_TOKEN = /usd|dai/i;
const DOLLAR_WORD = /^(?:usd|dollars?|bucks?)$/;

/**
 * Finds the limits that an agent's trades must keep, such as "at most 100 usd a day", "max $20 per trade" and "no more than 3 trades a
 * day". Returns the reading with them. The words of a limit mean nothing else: "never spend more than 50 usd a day" is no ban, no amount
 * to spend, and no interval.
 */
export function withTradeLimits(reading: Reading): Reading {
  const limits = reading.concepts.has('autopilot') ? limitsIn(reading) : [];
  if (limits.length === 0) return reading;
  const isFree = ({ from, to }: { readonly from: number; readonly to: number }) =>
    limits.every((limit) => to <= limit.from || from >= limit.to);
  const limited = startReading({ ...reading, marks: reading.marks.filter(isFree) });
  for (const entity of [...reading.entities.filter(isFree), ...limits]) take(limited, entity);
  return limited;
}

function limitsIn(reading: Reading): readonly EntityOf<'trade-limit'>[] {
  const items = itemsOf(reading);
  const starts: number[] = [];
  let text = '';
  for (const item of items) {
    starts.push(text.length);
    text += `${item.text} `;
  }
  const found = new Map<LimitOf, EntityOf<'trade-limit'>>();
  for (const match of text.matchAll(LIMIT)) {
    const inside = items.filter((_, at) => (starts[at] ?? 0) >= match.index && (starts[at] ?? 0) < match.index + match[0].length);
    const limit = limitIn(match[0], inside);
    if (limit !== null && !found.has(limit.of)) found.set(limit.of, limit);
  }
  return [...found.values()];
}

function limitIn(text: string, inside: readonly Item[]): EntityOf<'trade-limit'> | null {
  const [first, last] = [inside[0], inside.at(-1)];
  const value = inside.find((item) => item.value !== undefined)?.value;
  if (first === undefined || last === undefined || value === undefined) return null;
  const at = { from: first.from, to: last.to };
  const isDaily = /\b(?:day|daily|24 hours)\b/.test(text);
  if (COUNTED.test(text))
    return isDaily && /^[1-9]\d{0,4}$/.test(value) ? { kind: 'trade-limit', of: 'trades-per-day', value, ...at } : null;
  return Number(value) > 0 ? { kind: 'trade-limit', of: isDaily ? 'usd-per-day' : 'usd-per-trade', value, ...at } : null;
}

function itemsOf(reading: Reading): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < reading.words.length; ) {
    const entity = reading.entities.find(({ from }) => from === at);
    const item = itemAt(reading, at, entity);
    items.push(item);
    at = item.to;
  }
  return items;
}

function itemAt({ words }: Reading, at: number, entity: Entity | undefined): Item {
  const word = words[at]?.text ?? '';
  if (entity?.kind === 'amount' && entity.unit !== 'percent' && (entity.unit === 'bare' || entity.code === 'USD'))
    return { text: AMOUNT, from: at, to: entity.to, value: entity.value };
  if (entity?.kind === 'times') return { text: `${AMOUNT} trades`, from: at, to: entity.to, value: String(entity.count) };
  if (entity?.kind === 'token' && DOLLAR_TOKEN.test(entity.slot)) return { text: DOLLARS, from: at, to: entity.to };
  if (entity === undefined && /^[1-9]\d{0,4}$/.test(word)) return { text: AMOUNT, from: at, to: at + 1, value: word };
  return { text: DOLLAR_WORD.test(word) ? DOLLARS : word, from: at, to: at + 1 };
}
