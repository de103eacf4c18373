import { entitiesOf, hasMark, isTaken, type Reading } from '../entities/reading.ts';
import { isAtPrice, isMove, isPrice } from './compared-numbers.ts';
import { forbidsAction, reportsAction } from './not-an-order.ts';

export type Features = ReadonlySet<string>;

/** Kinds of entities whose words have no other meaning. Such words do not count as words of a concept (a word list). */
const TRADING = ['buy', 'sell', 'swap', 'get', 'invest', 'accumulate'];
const OPAQUE = new Set(['token', 'chain', 'interval', 'span', 'times', 'until', 'unusable', 'fiat', 'name', 'unknown']);
const CASHING: ReadonlySet<string> = new Set(['cash', 'out', 'cashout']);
const PROFIT: ReadonlySet<string> = new Set(['take', 'profit', 'profits', 'taking', 'takes', 'tp']);
/** Signs that compare with a price, as in "eth > 4000". */
const COMPARISONS: ReadonlySet<string> = new Set('<>≥≤');

/**
 * Returns the features of a message, by which its intent is recognized: the concepts (word lists) in the message, its entities, and
 * relations between some of them, such as their order. The features have the names that the scoring rules of the intents use.
 */
export function featuresOf(reading: Reading, options: { readonly isActiveDapp: boolean }): Features {
  const found = new Set<string>();
  const opaque = reading.entities.filter(({ kind }) => OPAQUE.has(kind));
  for (const { concept, from, to } of reading.marks) {
    if (concept !== 'filler' && !opaque.some((entity) => from < entity.to && to > entity.from)) found.add(concept);
  }
  addEntities(reading, found);
  correctPhrases(reading, found);
  addRelations(reading, found);
  if (reading.words.some(({ kind }) => kind === 'arrow')) found.add('arrow');
  if (options.isActiveDapp) found.add('active');
  return found;
}

function addEntities(reading: Reading, found: Set<string>): void {
  if (reading.entities.length > 0) addKinds(reading, found);
  if (found.has('above') || found.has('below') || found.has('reach') || hasComparison(reading)) found.add('cmp');
  if (entitiesOf(reading, 'chain').some(({ hasNoun }) => hasNoun)) found.add('chainnoun');
  if (TRADING.some((concept) => found.has(concept))) found.add('trade');
}

/** Corrects phrases that mean something else beside certain values: "cash out 1 weth to usdc", "take profit: sell 1 weth at 8000". */
function correctPhrases(reading: Reading, found: Set<string>): void {
  const isOnly = (concept: string, words: ReadonlySet<string>) =>
    found.has(concept) &&
    reading.marks.every((mark) => mark.concept !== concept || reading.words.slice(mark.from, mark.to).every(({ text }) => words.has(text)));
  if (found.has('token2') && isOnly('cashout', CASHING) && isOnly('fiatway', CASHING)) {
    found.delete('cashout');
    found.delete('fiatway');
    found.add('sell');
  }
  if (found.has('sell') && found.has('amount') && found.has('cmp') && isOnly('autopilot', PROFIT)) {
    found.delete('autopilot');
    found.add('limit');
  }
}

function addKinds(reading: Reading, found: Set<string>): void {
  for (const { kind } of reading.entities) found.add(kind);
  // A time that cannot be used counts like one that can: the user wants the same, and is asked about the time.
  for (const { why } of entitiesOf(reading, 'unusable')) if (why !== 'clock') found.add(why === 'uneven' ? 'interval' : 'until');
  if (hasTwoTokens(reading)) found.add('token2');
  if (entitiesOf(reading, 'chain').length > 1) found.add('chain2');
  if (found.has('address') || found.has('name')) found.add('recipient');
  if (entitiesOf(reading, 'token').some(({ how }) => how === 'address')) found.add('address');
  const amounts = entitiesOf(reading, 'amount');
  found.delete('amount');
  for (const { unit, code } of amounts) {
    found.add(unit === 'bare' ? 'amount' : unit);
    if (unit === 'money' && code !== 'USD') found.add('foreign');
  }
  if (amounts.filter(({ unit }) => unit === 'percent').length > 1) found.add('percent2');
}

/** Whether the message names several different tokens. */
function hasTwoTokens({ entities }: Reading): boolean {
  let first: string | null = null;
  for (const entity of entities) {
    if (entity.kind !== 'token' && entity.kind !== 'unknown') continue;
    const name = (entity.kind === 'token' ? entity.slot : entity.text).toLowerCase();
    if (first !== null && name !== first) return true;
    first = name;
  }
  return false;
}

function hasComparison({ words }: Reading): boolean {
  return words.some(({ raw, kind }) => kind === 'sign' && COMPARISONS.has(raw));
}

function addRelations(reading: Reading, found: Set<string>): void {
  const { words, entities } = reading;
  const isTo = (at: number) => words[at]?.kind === 'arrow' || hasMark(reading, at, 'p.to');
  const tokens = entities.filter(({ kind }) => kind === 'token' || kind === 'unknown').sort((a, b) => a.from - b.from);
  const [first, second] = tokens;
  if (first !== undefined && second !== undefined && isLinked(reading, first.to, second.from)) found.add('pair');
  for (const chain of entitiesOf(reading, 'chain'))
    if (isTo(chain.from - 1) || isTo(chain.from - 2) || hasMark(reading, chain.to, 'post.to')) found.add('tochain');
  for (const fiat of entitiesOf(reading, 'fiat'))
    if (isTo(fiat.from - 1) || hasMark(reading, fiat.from - 1, 'p.for', 'p.in')) found.add('tofiat');
  const amounts = entitiesOf(reading, 'amount');
  if (amounts.some((amount) => isPrice(reading, amount))) found.add('pricenumber');
  if (amounts.some((amount) => isAtPrice(reading, amount))) found.add('atprice');
  if (amounts.some((amount) => amount.unit === 'percent' && amount.isShare !== true && isMove(reading, amount))) found.add('percentmove');
  if (found.has('percent') && found.has('change')) found.add('changes');
  if (amounts[0]?.from === 0) found.add('amountfirst');
  if (forbidsAction(reading)) found.add('negated');
  if (reportsAction(reading)) found.add('told');
  if (amounts.length > 0 || !words.every((word, at) => word.kind === 'sign' || isTaken(reading, at) || hasMark(reading, at, 'filler')))
    return;
  if (tokens.length === 1 && !found.has('recipient') && words.length <= 4) found.add('loneasset');
  if (tokens.length === 0 && entitiesOf(reading, 'chain').length === 1) found.add('onlychain');
}

/** Whether two tokens have only a word of direction between them, or nothing: "eth to usdc", "1 eth usdc". */
function isLinked(reading: Reading, from: number, to: number): boolean {
  const between = reading.words.slice(from, to);
  if (between.length === 0) return true;
  return between.some(
    (word, i) =>
      word.kind === 'arrow' || word.raw === '/' || hasMark(reading, from + i, 'p.to', 'p.for', 'p.with', 'p.in', 'post.to', 'post.object'),
  );
}
