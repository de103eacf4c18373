import type { AgentTerm, Entity, TokenEntity } from './entity.ts';
import { type Reading, startReading, take } from './reading.ts';

/** A part of the message that is compared as a whole: one word, an amount, or a token. */
type Item = { readonly text: string; readonly from: number; readonly to: number; readonly value?: string; readonly token?: TokenEntity };

/** Signs that stand for an amount, for dollars or a dollar token, and for another token, in the text that is compared. */
const [AMOUNT, DOLLARS, TOKEN] = ['#', '@', '&'];

const SUM = `${AMOUNT}(?: ${DOLLARS})?`;
const TRADES = '(?:trades?|swaps?|orders?|buys?|purchases?|transactions?)';
const UNIT = `(?:day|24 hours|${TRADES})`;
const PER = `(?:(?:in )?(?:(?:per|a|an|each|every|any|for|one|single|on|-|/) )*${UNIT}|daily)`;
const CEILING = '(?:max|maximum|limit|cap|ceiling|at most|tops)';
const JOIN = '(?:(?:of|to|at|is|:|=|be) )*';
const NEVER =
  '(?:(?:do|don|should|must|may|can|will|shall|to) )?(?:no|not|never|t|dont) (?:(?:ever|spend|spending|trade|trading|buy|go|make|do) )?(?:more than|above|over|exceed)';
const LEAD = `(?:at most|max|maximum|up to|limit(?:ed)?|cap(?:ped)?|${NEVER})`;
const SPEND = '(?:(?:spend|spending|trade|trading|it) )?';

/** The forms of a limit: "at most # a day", "daily limit of #", "max per trade #", "# per day max". */
const LIMITS = [
  `${LEAD} ${SPEND}${JOIN}${AMOUNT}(?: ${DOLLARS})?(?: ${TRADES})? ${PER}`,
  `(?:daily|per day|per trade|day|trade) ${SPEND}${CEILING} ${JOIN}${SUM}(?: ${TRADES})?`,
  `${CEILING} ${SPEND}(?:per|a|each) ${UNIT} ${JOIN}${SUM}(?: ${TRADES})?`,
  `${SUM}(?: ${TRADES})? ${PER} ${CEILING}(?! ${JOIN}${AMOUNT})`,
];

const PAID_IN = `${AMOUNT}(?: [${DOLLARS}${TOKEN}])?`;
const FUNDS = '(?:deposits?|depositing|fund|funds|funded|funding|budget|capital|bankroll|allocate|allocating|allocation)';
/** The forms of a deposit: "deposit #", "a budget of #", "# budget", "put # in an agent". */
const DEPOSITS = [
  `${FUNDS} (?:(?:it|him|the|agent|is|be|of|with|to|:|=|a|about) )*${PAID_IN}`,
  `${PAID_IN} (?:(?:as|of|for|the|a|its) )*${FUNDS}`,
  `(?:put|move|place|load|invest|commit|give it|start(?:s|ing)? with) ${PAID_IN}(?= (?:(?:in|into|inside|to|with) (?:(?:an?|the|my|this|its|new) )*(?:auto ?pilot|agent|bot|robot|vault)|and|then|,|to start))`,
];
const FORMS = new RegExp(`(?<![^ ])(?:${[...LIMITS, ...DEPOSITS].join('|')})(?![^ ])`, 'g');
/** An amount that the agent is given, when the message states another amount for the purchases: "with 500 usdc that buys 20 usdc of ...". */
const GIVEN = new RegExp(`(?<![^ ])(?:with|using|holding) ${PAID_IN}(?![^ ])(?! (?:each|every|per|a|daily|weekly|hourly)(?![^ ]))`);
const COUNTED = new RegExp(`${AMOUNT} ${TRADES}`);
const PER_UNIT = new RegExp(`\\b${UNIT}\\b`);
const DAILY = /\b(?:day|daily|24 hours)\b/;
const DOLLAR_TOKEN = /usd|dai/i;
const DOLLAR_WORD = /^(?:usd|dollars?|bucks?)$/;
/** Words before an amount that is a price or a bound. */
const BOUND = /^(?:below|under|above|over|at|to|than|reaches|hits|beneath)$/;

/**
 * Finds what an agent may do with the money of its owner: the limits that its trades must keep, such as "at most 100 usd a day", "max $20
 * per trade" and "no more than 3 trades a day", and the deposit ("with a budget of 500 usdc"). Returns the reading with them. The words
 * of such a term mean nothing else: "never spend more than 50 usd a day" is no ban, no amount of a purchase, and no interval.
 */
export function withAgentTerms(reading: Reading): Reading {
  const terms = reading.concepts.has('autopilot') ? termsIn(reading) : [];
  if (terms.length === 0) return reading;
  const isFree = ({ from, to }: { readonly from: number; readonly to: number }) =>
    terms.every((term) => to <= term.from || from >= term.to);
  const marks = reading.marks.filter((mark) => mark.concept === 'autopilot' || isFree(mark));
  const limited = startReading({ ...reading, marks });
  for (const entity of [...reading.entities.filter(isFree), ...terms]) take(limited, entity);
  return limited;
}

function termsIn(reading: Reading): readonly AgentTerm[] {
  const items = itemsOf(reading);
  const starts: number[] = [];
  let text = '';
  for (const item of items) {
    starts.push(text.length);
    text += `${item.text} `;
  }
  const within = (start: number, end: number) => items.filter((_, at) => (starts[at] ?? 0) >= start && (starts[at] ?? 0) < end);
  const found = new Map<AgentTerm['of'], AgentTerm>();
  for (const { 0: said, index } of text.matchAll(FORMS)) {
    const term = termOf(said, within(index, index + said.length));
    if (term !== null && !found.has(term.of)) found.set(term.of, term);
  }
  const given = found.has('deposit') ? null : GIVEN.exec(text);
  if (given !== null) {
    const term = amountTerm('deposit', within(given.index, given.index + given[0].length));
    const isOther = (item: Item, at: number) =>
      item.text === AMOUNT &&
      !BOUND.test(items[at - 1]?.text ?? '') &&
      [term, ...found.values()].every((one) => one === null || item.to <= one.from || item.from >= one.to);
    if (term !== null && items.some(isOther)) found.set('deposit', term);
  }
  return [...found.values()];
}

function termOf(said: string, inside: readonly Item[]): AgentTerm | null {
  const isDaily = DAILY.test(said);
  if (COUNTED.test(said)) {
    const term = isDaily ? amountTerm('trades-per-day', inside) : null;
    return term !== null && /^[1-9]\d{0,4}$/.test(term.value) ? term : null;
  }
  const isLimit = isDaily || PER_UNIT.test(said);
  return amountTerm(isLimit ? (isDaily ? 'usd-per-day' : 'usd-per-trade') : 'deposit', inside);
}

function amountTerm(of: AgentTerm['of'], inside: readonly Item[]): AgentTerm | null {
  const [first, last] = [inside[0], inside.at(-1)];
  const value = inside.find((item) => item.value !== undefined)?.value;
  if (first === undefined || last === undefined || value === undefined || !(Number(value) > 0)) return null;
  const token = inside.find((item) => item.token !== undefined)?.token;
  return { kind: 'agent-term', of, value, from: first.from, to: last.to, ...(token === undefined ? {} : { token }) };
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
  if (entity?.kind === 'token') return { text: DOLLAR_TOKEN.test(entity.slot) ? DOLLARS : TOKEN, from: at, to: entity.to, token: entity };
  if (entity === undefined && /^[1-9]\d{0,4}$/.test(word)) return { text: AMOUNT, from: at, to: at + 1, value: word };
  return { text: DOLLAR_WORD.test(word) ? DOLLARS : word, from: at, to: at + 1 };
}
