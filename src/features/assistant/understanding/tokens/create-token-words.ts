import type { TokenWord, TokenWords } from '../agent-service.ts';
import { createNearIndex, type NearIndex } from '../text/near-index.ts';
import nicknames from '../words/nicknames.json';

export type ListedToken = TokenWord & { readonly order?: number; readonly hidden?: boolean };

/** The symbols that each nickname of a token can mean, the most usual first. They are written as in the token lists. */
const SYMBOLS_OF = new Map(Object.entries(nicknames).map(([nickname, symbols]) => [nickname, symbols.toLowerCase().split(' ')]));
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Maximum number of tokens with a similar spelling that a search returns. */
const MOST_NEAR = 8;
/** Maximum number of searched words for which the tokens with a similar spelling are cached. */
const MOST_KEPT = 2_000;
/** Matches words at the end of many tokens' names that users leave out. */
const ENDINGS = / (?:token|coin|stablecoin|protocol|network)$/;

/**
 * Creates the index of a list of tokens. When several tokens have the same name, the one with the lowest `order` comes first; with equal
 * `order`, the one that was listed first.
 */
export function createTokenWords(
  tokens: readonly ListedToken[],
  renewed: () => Promise<TokenWords | null> = () => Promise.resolve(null),
): TokenWords {
  const bySymbol = new Map<string, TokenWord[]>();
  const byName = new Map<string, TokenWord[]>();
  const byAddress = new Map<string, TokenWord[]>();
  const ranked = [...tokens].sort((a, b) => (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER) || 0);
  for (const { symbol, name, address, chainId, hidden } of ranked) {
    const word = { symbol, name, address, chainId };
    push(byAddress, address.toLowerCase(), word);
    if (hidden === true) continue;
    push(bySymbol, symbol.toLowerCase(), word);
    const plain = plainName(name);
    push(byName, plain, word);
    const short = plain.replace(ENDINGS, '');
    if (short !== plain && short.length >= 3) push(byName, short, word);
  }
  for (const [nickname, symbols] of SYMBOLS_OF) {
    const found = symbols.map((symbol) => bySymbol.get(symbol)).find((words) => words !== undefined);
    if (found !== undefined) byName.set(nickname, found);
  }
  const starts = new Set<string>();
  for (const name of byName.keys()) if (name.includes(' ')) starts.add(firstWordOf(name));
  let near: NearIndex | null = null;
  const nearTo = new Map<string, readonly TokenWord[]>();

  const named = (text: string) => {
    const lowered = text.toLowerCase();
    const found = byName.get(lowered);
    if (found !== undefined || PLAIN.test(lowered)) return found ?? [];
    return byName.get(plainName(text)) ?? [];
  };

  return {
    size: tokens.length,
    bySymbol: (text) => bySymbol.get(text.toLowerCase()) ?? [],
    byName: named,
    startsName(word) {
      const lowered = word.toLowerCase();
      return starts.has(lowered) || (!PLAIN.test(lowered) && starts.has(firstWordOf(plainName(word))));
    },
    byAddress: (text) => byAddress.get(text.toLowerCase()) ?? [],
    near(text, most) {
      near ??= createNearIndex(new Set([...bySymbol.keys(), ...wordsOfNames(byName.keys()), ...SYMBOLS_OF.keys()]));
      const typed = text.toLowerCase();
      const known = nearTo.get(typed);
      if (known !== undefined) return known.slice(0, most);

      const words = near.find(typed, typed.length >= 7 ? 2 : 1).map(({ entry }) => bySymbol.get(entry) ?? named(entry));
      const symbols = new Map(words.flat().map((word) => [word.symbol, word]));
      const found = [...symbols.values()].slice(0, MOST_NEAR);
      if (nearTo.size >= MOST_KEPT) nearTo.clear();
      nearTo.set(typed, found);
      return found.slice(0, most);
    },
    renewed,
  };
}

/** Converts a name to the form in which users say it: lowercase words with one space between them. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

/**
 * Yields the token names that consist of one word. Only these names are found despite misspellings; for longer names, each word would have
 * to be compared.
 */
function* wordsOfNames(names: Iterable<string>): Iterable<string> {
  for (const name of names) if (!name.includes(' ')) yield name;
}

function firstWordOf(name: string): string {
  return name.split(' ', 1)[0] ?? '';
}

function push(map: Map<string, TokenWord[]>, key: string, word: TokenWord): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [word]);
  else known.push(word);
}
