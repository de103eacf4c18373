import type { Intent } from '../agent-service.ts';
import type { AmountEntity } from '../entities/entity.ts';
import { entitiesOf, type Reading } from '../entities/reading.ts';
import { wordSet } from '../text/word-set.ts';

type Place = { readonly from: number; readonly to: number };

/** Parts of a token or of a currency. An amount of them must not be read as an amount of the token: "100 gwei of eth". */
const SMALL_UNITS = wordSet(
  'wei gwei kwei mwei szabo finney satoshi satoshis sat sats lamport lamports cent cents centavo centavos kurus paise penny pence',
);
/** Words for large numbers. Two of them after each other are no usual number: "5 million billion". */
const HUGE = wordSet('thousand million billion trillion quadrillion millon millones milhao milhoes bilhao milyon milyar');
const NEARLY = wordSet('almost nearly virtually practically casi quase neredeyse lagbhag');
/** Words that make an amount a bound and no amount: "more than 5 usdc", "usdc over 100". */
const BOUNDS = wordSet('over above under below beyond exceeding');
const COMPARED = wordSet('more less fewer greater mas menos mais');
const THAN = wordSet('than que de');
/** Words that make an amount the balance that the user wants to have: "until I have 2 eth". */
const UNTIL = wordSet('until till');
/** Intents that are done once and at once. */
const ONCE: readonly Intent[] = ['quotes', 'send_token', 'buy_sell'];

/** Finds an amount that is not the amount to use, because the words beside it change its meaning: "100 gwei of eth", "almost all". */
export function oddAmountIn(intent: Intent, reading: Reading): Place | null {
  const textAt = (at: number) => reading.words[at]?.text ?? '';
  const amounts = entitiesOf(reading, 'amount');
  const shares = [...amounts, ...entitiesOf(reading, 'all')];
  const nearlySo = intent === 'send_token' ? amounts.find(({ to }) => isOrSo(reading, to)) : undefined;
  if (nearlySo !== undefined) return { from: nearlySo.from, to: nearlySo.to };
  const near = shares.find(({ from }) => NEARLY.has(textAt(from - 1)));
  if (near !== undefined) return { from: near.from - 1, to: near.to };
  const small = amounts.find(({ to }) => SMALL_UNITS.has(textAt(to)));
  if (small !== undefined) return { from: small.from, to: small.to + 1 };
  const scaled = amounts.find((amount) => isBeforeUnknownScale(reading, amount));
  if (scaled !== undefined) return { from: scaled.from, to: scaled.to + 1 };
  const doubled = amounts.find(({ from, to }) =>
    reading.words.slice(from, to - 1).some(({ text }, i) => HUGE.has(text) && HUGE.has(textAt(from + i + 1))),
  );
  if (doubled !== undefined) return { from: doubled.from, to: doubled.to };
  const part = amounts.find(
    ({ to, value, unit }) => unit === 'bare' && Number(value) < 1 && textAt(to) === 'of' && textAt(to + 1) === 'my',
  );
  if (part !== undefined) return { from: part.from, to: part.to + 2 };
  return ONCE.includes(intent) ? (sharesIn(amounts) ?? boundIn(reading, amounts)) : null;
}

/** Returns two percentages, such as those of "50/50", which share an amount between several tokens. */
function sharesIn(amounts: readonly AmountEntity[]): Place | null {
  const [first, second] = amounts.filter(({ unit }) => unit === 'percent');
  return first === undefined || second === undefined ? null : { from: first.from, to: second.to };
}

/** Whether "or so" follows an amount and its token: "5 usdc or so". */
function isOrSo({ words }: Reading, to: number): boolean {
  return [to, to + 1].some((at) => words[at]?.text === 'or' && words[at + 1]?.text === 'so');
}

/** Whether an unknown word stands between a number and a token: "2 gazillion usdc", "5e3 usdc". */
function isBeforeUnknownScale({ entities }: Reading, { to, unit }: AmountEntity): boolean {
  const unknown = unit === 'bare' ? entities.find((entity) => entity.kind === 'unknown' && entity.from === to) : undefined;
  return unknown !== undefined && entities.some(({ kind, from }) => kind === 'token' && from === unknown.to);
}

function boundIn(reading: Reading, amounts: readonly AmountEntity[]): Place | null {
  const textAt = (at: number) => reading.words[at]?.text ?? '';
  for (const { from, to } of amounts) {
    const before = textAt(from - 1);
    if (BOUNDS.has(before)) return { from: from - 1, to };
    if (THAN.has(before) && COMPARED.has(textAt(from - 2))) return { from: from - 2, to };
    const until = [2, 3, 4].find((back) => UNTIL.has(textAt(from - back)));
    if (until !== undefined) return { from: from - until, to };
    if (before === 'to' && reading.words.some(({ text }, at) => text === 'top' && textAt(at + 1) === 'up')) return { from: from - 1, to };
  }
  const times = entitiesOf(reading, 'times')[0] ?? (amounts.length > 0 ? entitiesOf(reading, 'span')[0] : undefined);
  if (times !== undefined) return times;
  const twice = reading.words.findIndex(({ text }) => text === 'twice' || text === 'thrice');
  return twice < 0 || reading.taken[twice] === true ? null : { from: twice, to: twice + 1 };
}
