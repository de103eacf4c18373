import { cutText } from '../../values/cut-text.ts';
import type { TokenNote } from '../../values/inspection/actor-details.ts';
import { amountText, shortHash } from '../../values/inspection/plain-number.ts';
import type { Phrase, Value } from '../../values/inspection/sections.ts';

export type TokenNamed = (chainId: number, address: string) => Pick<TokenNote, 'symbol' | 'decimals'> | null;

/**
 * Maximum length of a title in characters. A longer title is truncated and ends with an ellipsis, because it can contain token symbols that
 * strangers chose.
 */
const LONGEST = 120;
/** Maximum length of a token's symbol within a title, in characters. */
const LONGEST_SYMBOL = 24;
/** Matches line ends, invisible characters, and characters that change the direction of the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Formats a title as plain text on one line. Invisible characters are removed from token symbols, because otherwise the titles of two
 * different actors could look equal.
 */
export function titleText(title: Phrase, tokenOf: TokenNamed): string {
  const words = title.map((value) => plain(wordOf(value, tokenOf))).filter((word) => word !== '');
  const text = words.join(' ').replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
  return cutText(text, LONGEST);
}

function wordOf(value: Value, tokenOf: TokenNamed): string {
  switch (value.kind) {
    case 'text':
    case 'badge':
      return value.text;
    case 'amount': {
      const token = tokenOf(value.chainId, value.token);
      return token === null
        ? `an amount of ${shortHash(value.token)}`
        : amountText(value.amount, { ...token, symbol: symbolOf(token.symbol) });
    }
    case 'token': {
      const token = tokenOf(value.chainId, value.token);
      return token === null ? shortHash(value.token) : symbolOf(token.symbol);
    }
    case 'time':
      return new Date(value.atMs).toISOString();
    case 'actor':
      return value.id;
    case 'transaction':
      return value.name ?? shortHash(value.hash);
    case 'address':
      return shortHash(value.address);
  }
}

function symbolOf(symbol: string): string {
  return cutText(plain(symbol).trim(), LONGEST_SYMBOL);
}

function plain(text: string): string {
  return text.replaceAll(UNSEEN, '');
}
