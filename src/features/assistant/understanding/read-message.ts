import type { Question } from './agent-service.ts';
import { readAddresses } from './entities/read-addresses.ts';
import { withAgentTerms } from './entities/read-agent-terms.ts';
import { readAmounts } from './entities/read-amounts.ts';
import { readAsides } from './entities/read-asides.ts';
import { readChains, readNumberedChains } from './entities/read-chains.ts';
import { readFiats } from './entities/read-fiats.ts';
import { readItems } from './entities/read-items.ts';
import { readTimes } from './entities/read-times.ts';
import { readTokens } from './entities/read-tokens.ts';
import { type Reading, startReading } from './entities/reading.ts';
import { isCommon, languageOf, type Mark, markPhrases } from './lexicon/lexicon.ts';
import { conceptsOfMisspelt } from './lexicon/misspelt.ts';
import type { Language } from './lexicon/vocabulary.ts';
import { withDigitWords } from './text/digit-words.ts';
import { splitWords, type Word } from './text/split-words.ts';

export type Asked = Pick<Question, 'chainId' | 'supportedChains' | 'tokens'>;

/** Reads a message or a part of it: its words, the meaning of its phrases, and the entities that can fill slots. */
export function readMessage(text: string, question: Asked, nowMs: number, known?: Language): Reading {
  const words = withDigitWords(splitWords(text));
  const language = known ?? languageOf(words);
  const marks = markPhrases(words, language);
  const reading = startReading({ words, language, nowMs, question, marks: [...marks, ...misspelt(words, language, marks, question)] });
  readAddresses(reading);
  readItems(reading);
  readNumberedChains(reading);
  readTimes(reading);
  readAmounts(reading);
  readFiats(reading);
  readChains(reading);
  readAsides(reading);
  readTokens(reading);
  return withAgentTerms(reading);
}

/** Finds misspelt words of the word lists. A word that has another meaning, such as a token's symbol, is not considered. */
function misspelt(words: readonly Word[], language: Language, marks: readonly Mark[], { tokens }: Asked): readonly Mark[] {
  const found: Mark[] = [];
  words.forEach(({ kind, text, raw }, at) => {
    const isKnown = kind !== 'word' || isCommon(text, language) || marks.some(({ from, to }) => at >= from && at < to);
    if (isKnown || tokens.bySymbol(raw).length > 0 || tokens.byName(raw).length > 0) return;
    for (const concept of conceptsOfMisspelt(text, language)) found.push({ concept, from: at, to: at + 1 });
  });
  return found;
}
