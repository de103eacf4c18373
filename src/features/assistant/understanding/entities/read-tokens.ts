import { isCommon, isListed } from '../lexicon/lexicon.ts';
import type { WordKind } from '../text/split-words.ts';
import type { TokenEntity } from './entity.ts';
import { hasConcept, hasMark, isTaken, type Reading, take } from './reading.ts';
import { tokenOf } from './token-entity.ts';
import { isInPhrase, isTokenPlace, isWrittenAsSymbol } from './token-places.ts';
import { unlistedAt } from './unlisted-token.ts';

const LONGEST_NAME = 5;
/** Kinds of words that can be the symbol of a token, or begin one. */
const SYMBOL_KINDS: ReadonlySet<WordKind> = new Set(['word', 'number', 'hex', 'name']);

/**
 * Finds tokens by address, symbol, name and similar spelling. It also finds words that stand where only a token makes sense but that are
 * not listed tokens.
 */
export function readTokens(reading: Reading): void {
  const { words } = reading;
  addressesOfTokens(reading);
  for (let at = 0; at < words.length; at += 1) {
    if (isTaken(reading, at)) continue;
    const found = namedAt(reading, at) ?? symbolAt(reading, at);
    if (found === null) continue;
    take(reading, found);
    at = found.to - 1;
  }
  if (!reading.entities.some(({ kind }) => kind === 'token')) everydayToken(reading);
  for (let at = 0; at < words.length; at += 1) {
    const found = isTaken(reading, at) ? null : unlistedAt(reading, at);
    if (found !== null) take(reading, found);
  }
}

const TRADES = ['swap', 'bridge', 'buy', 'sell'];

/**
 * Reads the address of a listed token as that token, except when the address is the receiver of a transfer ("send 5 usdc to 0x..."). As a
 * receiver, even the zero address, which stands for the chain's native token in other places, is read as an address.
 */
function addressesOfTokens(reading: Reading): void {
  const { entities, question } = reading;
  if (entities.length === 0) return;
  const isTransfer = hasConcept(reading, ['send']) && !hasConcept(reading, TRADES);
  entities.forEach((entity, i) => {
    const isReceiver = isTransfer && (hasMark(reading, entity.from - 1, 'p.to') || hasMark(reading, entity.to, 'post.to'));
    const tokens = entity.kind === 'address' && !isReceiver ? question.tokens.byAddress(entity.text) : [];
    if (entity.kind === 'address' && tokens.length > 0) {
      entities[i] = { kind: 'token', slot: entity.text, tokens, how: 'address', from: entity.from, to: entity.to };
    }
  });
}

function namedAt(reading: Reading, from: number): TokenEntity | null {
  const { words, question } = reading;
  if (!question.tokens.startsName(words[from]?.raw ?? '')) return null;
  let most = from;
  while (most < Math.min(words.length, from + LONGEST_NAME) && isInName(reading, most)) most += 1;
  for (let to = most; to > from + 1; to -= 1) {
    const name = words.slice(from, to).map(({ raw }) => raw);
    const tokens = question.tokens.byName(name.join(' '));
    if (tokens.length > 0) return tokenOf(reading, tokens, 'name', from, to);
  }
  return null;
}

function isInName(reading: Reading, at: number): boolean {
  const kind = reading.words[at]?.kind;
  return (kind === 'word' || kind === 'number') && !isTaken(reading, at);
}

function symbolAt(reading: Reading, from: number): TokenEntity | null {
  const { words, question } = reading;
  const word = words[from];
  if (word === undefined || !SYMBOL_KINDS.has(word.kind)) return null;
  // Symbols can consist of two parts, such as `usdc.e`, `1inch` and `aave-v3`.
  const [second, third] = [words[from + 1], words[from + 2]];
  if (second?.isGlued === true) {
    const both = word.raw + second.raw;
    const longer = third?.isGlued === true ? question.tokens.bySymbol(both + third.raw) : [];
    if (longer.length > 0) return tokenOf(reading, longer, 'symbol', from, from + 3);
    const tokens = question.tokens.bySymbol(both);
    if (tokens.length > 0) return tokenOf(reading, tokens, 'symbol', from, from + 2);
  }
  if (word.kind === 'number') return null;
  const bySymbol = question.tokens.bySymbol(word.raw);
  const tokens = bySymbol.length > 0 ? bySymbol : question.tokens.byName(word.raw);
  if (tokens.length === 0) return null;
  const isPlain =
    (!isCommon(word.text, reading.language) && !isInPhrase(reading, from)) ||
    isWrittenAsSymbol(reading, from) ||
    isTokenPlace(reading, from);
  return isPlain ? tokenOf(reading, tokens, bySymbol.length > 0 ? 'symbol' : 'name', from, from + 1) : null;
}

/** Finds an everyday word that is a token of the wallet's chain, in a message that names no other token: "is thin a scam". */
function everydayToken(reading: Reading): void {
  const { words, question, language } = reading;
  const at = words.findIndex(({ kind, text, raw }, i) => {
    const isToken = kind === 'word' && !isTaken(reading, i) && !isListed(text, language);
    return isToken && question.tokens.bySymbol(raw).some(({ chainId }) => chainId === question.chainId);
  });
  const word = words[at];
  if (word !== undefined) take(reading, tokenOf(reading, question.tokens.bySymbol(word.raw), 'symbol', at, at + 1));
}
