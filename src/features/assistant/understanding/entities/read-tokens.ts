import { isCommon, isListed } from '../lexicon/lexicon.ts';
import type { TokenEntity } from './entity.ts';
import { hasMark, isTaken, type Reading, take } from './reading.ts';
import { tokenOf } from './token-entity.ts';
import { isInPhrase, isTokenPlace, isWrittenAsSymbol } from './token-places.ts';
import { unlistedAt } from './unlisted-token.ts';

const LONGEST_NAME = 5;

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
  const { entities, question, marks } = reading;
  const isTransfer = marks.some(({ concept }) => concept === 'send') && !marks.some(({ concept }) => TRADES.includes(concept));
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
  for (let to = Math.min(words.length, from + LONGEST_NAME); to > from + 1; to -= 1) {
    if (words.slice(from, to).some(({ kind }, i) => (kind !== 'word' && kind !== 'number') || isTaken(reading, from + i))) continue;
    const tokens = question.tokens.byName(
      words
        .slice(from, to)
        .map(({ raw }) => raw)
        .join(' '),
    );
    if (tokens.length > 0) return tokenOf(reading, tokens, 'name', from, to);
  }
  return null;
}

function symbolAt(reading: Reading, from: number): TokenEntity | null {
  const { words, question } = reading;
  const word = words[from];
  if (word === undefined || !['word', 'number', 'hex', 'name'].includes(word.kind)) return null;
  // Symbols can consist of two parts, such as `usdc.e`, `1inch` and `aave-v3`.
  for (const to of [from + 3, from + 2]) {
    const pieces = words.slice(from, to);
    if (pieces.length !== to - from || pieces.some(({ isGlued }, i) => i > 0 && !isGlued)) continue;
    const tokens = question.tokens.bySymbol(pieces.map(({ raw }) => raw).join(''));
    if (tokens.length > 0) return tokenOf(reading, tokens, 'symbol', from, to);
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
