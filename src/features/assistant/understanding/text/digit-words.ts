import type { Word } from './split-words.ts';

const PERSONS: ReadonlySet<string> = new Set(['me', 'us', 'u', 'you', 'my']);

/** Reads the digits of "trade 5 usdc 4 me" and "send 5 usdc 2 bob.eth" as the words "for" and "to", for which they are written. */
export function withDigitWords(words: readonly Word[]): readonly Word[] {
  return words.map((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    if (before === undefined || next === undefined || word.isGlued || next.isGlued) return word;
    if (word.raw === '4' && PERSONS.has(next.text)) return { ...word, kind: 'word', text: 'for' };
    const isReceiver = next.kind === 'hex' || next.kind === 'name';
    const hasNumber = words.slice(0, at).some(({ kind }) => kind === 'number');
    return word.raw === '2' && isReceiver && hasNumber ? { ...word, kind: 'word', text: 'to' } : word;
  });
}
