import type { TokenWord } from '../agent-service.ts';
import { isCommon } from '../lexicon/lexicon.ts';
import { isSlip } from '../text/is-slip.ts';
import { looksLike } from '../text/look-alike.ts';
import type { TokenEntity, UnknownToken } from './entity.ts';
import { hasAnyMark, hasMark, hasMarkOf, type Reading } from './reading.ts';
import { tokenOf } from './token-entity.ts';
import { hasTrade, isInPhrase, TRADES } from './token-places.ts';

const MOST_NEAR = 4;

/**
 * Minimum length of a token symbol whose misspelling is corrected. A misspelling of a shorter symbol could be another token, so it is
 * corrected only if it contains every letter of the symbol.
 */
const SHORTEST_GUESS = 5;

const TO_TOKEN = ['p.to', 'p.for', 'p.with', 'p.from', 'p.of', 'my', 'p.in'];

/**
 * Finds a word that stands where only a token makes sense but that is not a listed token: either a misspelling of a listed token or an
 * unknown word.
 */
export function unlistedAt(reading: Reading, at: number): TokenEntity | UnknownToken | null {
  const { words, language, question } = reading;
  const word = words[at];
  if (word === undefined || word.kind !== 'word') return null;
  const latin = looksLike(word.raw);
  const isLookAlike =
    latin !== null && (question.tokens.bySymbol(latin).length > 0 || question.tokens.byName(latin).length > 0 || isMixed(word.raw));
  if (isLookAlike) return { kind: 'unknown', text: word.raw, near: question.tokens.bySymbol(latin), isLookAlike, from: at, to: at + 1 };
  const isCashTag = word.isGlued && words[at - 1]?.raw === '$';
  if (!isCashTag && (word.text.length < 2 || isCommon(word.text, language) || isInPhrase(reading, at))) return null;
  const isPlace = isCashTag || isUnlistedPlace(reading, at);
  const near = question.tokens.near(word.raw, MOST_NEAR);
  const [first, second] = near;
  const isGuess = first !== undefined && /^[a-z]+$/i.test(word.raw) && isCloseTo(word.text, first, second);
  // A word of the word lists, possibly misspelt, is read as a token only after an amount.
  const isConcept = hasAnyMark(reading, at);
  if (isGuess && (isPlace || !isConcept)) return tokenOf(reading, [first], 'near', at, at + 1);
  if (!isPlace || (!isCashTag && !isAfterAmount(reading, at) && isConcept)) return null;
  return { kind: 'unknown', text: word.raw, near, isLookAlike: false, from: at, to: at + 1 };
}

function isMixed(raw: string): boolean {
  return /\p{Script=Latin}/u.test(raw);
}

function isCloseTo(typed: string, first: TokenWord, second: TokenWord | undefined): boolean {
  const symbol = first.symbol.toLowerCase();
  if (isSlip(typed, symbol)) return true;
  return typed.length >= SHORTEST_GUESS && second === undefined;
}

function isAfterAmount({ entities }: Reading, at: number): boolean {
  return entities.some((entity) => entity.kind === 'amount' && entity.to === at);
}

function isUnlistedPlace(reading: Reading, at: number): boolean {
  const { entities, words } = reading;
  if (
    entities.some(
      (entity) => (entity.kind === 'amount' && entity.to === at && entity.unit !== 'money') || (entity.kind === 'all' && entity.to === at),
    )
  )
    return true;
  if (at === 0) return false;
  if (words[at - 1]?.kind === 'arrow') return true;
  if (hasMarkOf(reading, at - 1, TRADES)) return true;
  return hasTrade(reading) && hasMarkOf(reading, at - 1, TO_TOKEN) && !hasMark(reading, at - 1, 'send');
}
