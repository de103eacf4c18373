import type { TokenNote } from '../../values/inspection/actor-details.ts';
import { amountText, shortHash } from '../../values/inspection/plain-number.ts';
import type { Phrase, Value } from '../../values/inspection/sections.ts';

export type TokenNamed = (chainId: number, address: string) => Pick<TokenNote, 'symbol' | 'decimals'> | null;

/** Maximum length of a title in characters. Longer ones end with an ellipsis, because symbols come from strangers. */
const LONGEST = 120;
/** Maximum length of a token's symbol within a title. */
const LONGEST_SYMBOL = 24;
/** Characters that do not show, or that change the direction of the text around them, and line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Formats a title as plain text in one line. Hidden characters of symbols are removed, so that a title never looks like another one. */
export function titleText(title: Phrase, tokenOf: TokenNamed): string {
  const words = title.map((value) => plain(wordOf(value, tokenOf))).filter((word) => word !== '');
  const text = words.join(' ').replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
  return short(text, LONGEST);
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
  return short(plain(symbol).trim(), LONGEST_SYMBOL);
}

function plain(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** Cuts by characters and not by code units, so that no half of an emoji remains. */
function short(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
