import type { Word } from '../text/split-words.ts';
import fiat from '../words/fiat.json';
import type { Found } from './amount-digits.ts';
import type { AmountEntity } from './entity.ts';
import { createPhraseMap } from './phrase-map.ts';
import type { Reading } from './reading.ts';

const SYMBOLS: ReadonlyMap<string, string> = new Map(Object.entries(fiat.symbols));

/** The codes of the currencies by their names and nicknames, in lowercase. */
export const FIATS: ReadonlyMap<string, string> = new Map(Object.entries(fiat.words));

const PERCENT_WORDS: ReadonlySet<string> = new Set(['percent', 'pct', 'percentage', 'porciento', 'pratishat', 'fisad']);

const PERCENT_PHRASES = createPhraseMap(['per cent', 'por ciento', 'por cento'].map((phrase) => [phrase, true] as const));

export function withUnit({ words }: Reading, { value, from, to }: Found): AmountEntity {
  const [before, after] = [words[from - 1], words[to]];
  const isMinus =
    (before?.raw === '-' && words[from]?.isGlued === true && !before.isGlued) || before?.text === 'minus' || before?.text === 'negative';
  const isNegative = isMinus ? { isNegative: true } : {};
  const base = { kind: 'amount', value, ...isNegative } as const;
  if (after?.raw === '%' || PERCENT_WORDS.has(after?.text ?? '')) return { ...base, unit: 'percent', from, to: to + 1 };
  const phrase = PERCENT_PHRASES.longestAt(words, to);
  if (phrase !== null) return { ...base, unit: 'percent', from, to: phrase.to };
  if (before?.raw === '%' || before?.text === 'yuzde') return { ...base, unit: 'percent', from: from - 1, to };
  if (before !== undefined && SYMBOLS.has(before.text)) {
    const prefix = before.isGlued ? `${words[from - 2]?.text ?? ''}${before.text}` : '';
    const code = SYMBOLS.get(prefix) ?? SYMBOLS.get(before.text) ?? '';
    return { ...base, unit: 'money', code, from: from - (SYMBOLS.has(prefix) ? 2 : 1), to: endOfMoney(words, to, code) };
  }
  const sign = SYMBOLS.get(after?.text ?? '');
  if (sign !== undefined) return { ...base, unit: 'money', code: sign, from, to: to + 1 };
  const adjective = after?.text === 'us' || after?.text === 'american' ? 1 : 0;
  const code = FIATS.get(words[to + adjective]?.text ?? '');
  if (code !== undefined && words[to + 1]?.text !== 'coin' && words[to + 1]?.text !== 'x') {
    return { ...base, unit: 'money', code, from, to: to + adjective + 1 };
  }
  return { ...base, unit: 'bare', from, to };
}

/** Returns where an amount of money ends. A text such as "$50 usd" names the currency twice, and both names belong to the amount. */
function endOfMoney(words: readonly Word[], to: number, code: string): number {
  return FIATS.get(words[to]?.text ?? '') === code && words[to + 1]?.text !== 'coin' ? to + 1 : to;
}
