import { isCommon } from '../lexicon/lexicon.ts';
import { wordSet } from '../text/word-set.ts';
import { hasConcept, hasMark, type Reading, textOf } from './reading.ts';

export const CHAIN_NOUNS: ReadonlySet<string> = new Set([
  'chain',
  'network',
  'mainnet',
  'red',
  'rede',
  'cadena',
  'agi',
  'agina',
  'aginda',
  'zinciri',
  'zincirine',
  'zincirinde',
]);

/** Whether the words between two positions name a chain, and not a token or an everyday word of the same name ("based", "blast"). */
export function isPlace(reading: Reading, from: number, to: number): boolean {
  const { words, question } = reading;
  const name = textOf(reading, from, to);
  if (CHAIN_NOUNS.has(words[to]?.text ?? '') || words[from]?.raw === '@') return true;
  if (hasMark(reading, to, 'post.on')) return true;
  const before = placeBefore(reading, from);
  if (before === 'on') return !isCoinAlone(reading, from, to);
  const isToken = to - from === 1 && (question.tokens.bySymbol(name).length > 0 || question.tokens.byName(name).length > 0);
  if (isToken) return isChainOfCoin(reading, from, to);
  const isAmountBefore = reading.entities.some((entity) => entity.kind === 'amount' && entity.to === from && !entity.isShare);
  return !isAmountBefore;
}

function placeBefore(reading: Reading, from: number): 'on' | 'other' {
  const article = reading.words[from - 1]?.text === 'the' ? 1 : 0;
  const at = from - 1 - article;
  if (at < 0) return 'other';
  const isOn = hasMark(reading, at, 'p.on') && reading.words[at]?.text !== 'en' && reading.words[at]?.text !== 'em';
  return isOn && !hasInvestBefore(reading, at) ? 'on' : 'other';
}

/**
 * Whether a verb such as "spend" stands before a name that a coin and a chain share. In "spend 100 usdc on eth", "eth" is therefore read as
 * a token and not as a chain.
 */
function hasInvestBefore(reading: Reading, at: number): boolean {
  return reading.words.slice(0, at).some(({ text }) => text === 'spend' || text === 'spending' || text === 'splurge');
}

/**
 * Word lists that decide the meaning of "on eth": in a message with such a word and without another token, as in "stop loss on eth", it
 * means the coin and not the chain.
 */
const ABOUT_COINS = ['autopilot', 'alert', 'limit', 'dca', 'price', 'market', 'howis', 'safe'];

const NEWS = wordSet(
  'move moves change alert alerts jump swing drop rise latest update news info take data scoop details intel thoughts bullish bearish long short dip dips loss profit order stop',
);

function isCoinAlone(reading: Reading, from: number, to: number): boolean {
  const { words, question } = reading;
  const isCoin = question.tokens.bySymbol(textOf(reading, from, to)).length > 0;
  const isAbout = hasConcept(reading, ABOUT_COINS) || NEWS.has(words[from - 2]?.text ?? '');
  return (
    isCoin &&
    isAbout &&
    !words.some(
      ({ raw }, at) =>
        (at < from || at >= to) && question.tokens.bySymbol(raw).length > 0 && !isCommon(words[at]?.text ?? '', reading.language),
    )
  );
}

/**
 * Whether a name that a coin and a chain share means the chain, because only a chain fits there: "bridge it to polygon", "switch to
 * polygon", "from arbitrum to base".
 */
function isChainOfCoin(reading: Reading, from: number, to: number): boolean {
  const { words, language, question, entities } = reading;
  const has = (...concepts: readonly string[]) => hasConcept(reading, concepts);
  const isOtherToken = words.some(
    ({ raw, text }, at) => (at < from || at >= to) && question.tokens.bySymbol(raw).length > 0 && !isCommon(text, language),
  );
  const isAfterTo =
    words[from - 1]?.kind === 'arrow' || hasMark(reading, from - 1, 'p.to', 'p.on') || hasMark(reading, to, 'post.to', 'post.on');
  // True when the message consists only of the name of a chain, such as "polygon please", and the name is not also a token's symbol.
  const isAlone =
    question.tokens.bySymbol(textOf(reading, from, to)).length === 0 &&
    words.every((_, at) => (at >= from && at < to) || hasMark(reading, at, 'filler'));
  if (isAlone) return true;
  const isAfterFrom = hasMark(reading, from - 1, 'p.from') || hasMark(reading, to, 'post.from');
  const isSymbol = question.tokens.bySymbol(textOf(reading, from, to)).length > 0;
  // "Move half of my usdc into eth" means the coin, but "move my usdc to eth" can mean the chain.
  const isInto = isSymbol && isOtherToken && !has('bridge') && words[from - 1]?.text === 'into';
  if (has('bridge', 'move') && (isAfterTo || isAfterFrom) && !isInto && !isAmountAt(entities, from)) return true;
  if (has('bridge') && isOtherToken && !isSymbol && hasMark(reading, to, 'p.to') && !isAmountAt(entities, from)) return true;
  if (has('send') && isAfterTo && isOtherToken && !entities.some(({ kind }) => kind === 'address' || kind === 'name')) return true;
  if (isAfterFrom && isOtherToken && hasMark(reading, to, 'p.to')) return true;
  return (
    (has('switch', 'chainnoun') || (has('swap') && language !== 'en')) &&
    !isOtherToken &&
    !entities.some(({ kind }) => kind === 'amount' || kind === 'all')
  );
}

function isAmountAt(entities: Reading['entities'], from: number): boolean {
  return entities.some((entity) => entity.kind === 'amount' && entity.to === from);
}
