import { lazy } from '../../../../values/lazy.ts';
import { isSlip } from '../text/is-slip.ts';
import { createNearIndex } from '../text/near-index.ts';
import { LANGUAGES, type Language, LISTS } from './vocabulary.ts';

/** Minimum length of a word that is checked for misspelling. Shorter words are similar to too many other words. */
const SHORTEST_MISSPELT = 4;

/** Matches the names of the word lists that determine what a message requests. Only misspellings of their words are recognised. */
const CARRIES =
  /^(?!explainer$|tellme$|summary$|incoming$|p\.|post\.|filler|my$|your$|it$|yes$|no$|again$|get$|move$|if$|each$|keep$|hello$|thanks$|lesson$|offtopic$|injection$|theirs$|secret$|howmuch$|reach$|fiatway$|reported$|writing$|correction$|musing$|pagepart$|didi$|add$)/;

const ENGLISH: readonly Language[] = ['en'];
const MISSPELT = new Map(LANGUAGES.map((language) => [language, lazy(() => misspeltOf(LISTS[language]))]));

/** Returns the word lists that contain the word for which a misspelt word was probably meant; empty when no word is similar enough. */
export function conceptsOfMisspelt(word: string, language: Language): readonly string[] {
  if (word.length < SHORTEST_MISSPELT - 1) return [];
  for (const own of language === 'en' ? ENGLISH : [language, ...ENGLISH]) {
    const known = MISSPELT.get(own)?.();
    for (const { entry, distance } of known?.near.find(word, word.length >= 8 ? 2 : 1) ?? []) {
      const isClose =
        isSlip(word, entry) || (entry.length >= SHORTEST_MISSPELT && word.length >= SHORTEST_MISSPELT && entry[0] === word[0]);
      if (isClose && (distance === 1 || entry.length >= 8)) return known?.concepts.get(entry) ?? [];
    }
  }
  return [];
}

function misspeltOf(list: Readonly<Record<string, string>>) {
  const concepts = new Map<string, string[]>();
  for (const [concept, text] of Object.entries(list)) {
    if (!CARRIES.test(concept)) continue;
    for (const word of text.split(';').map((phrase) => phrase.trim())) {
      if (word.length < SHORTEST_MISSPELT - 1 || word.includes(' ')) continue;
      concepts.set(word, [...(concepts.get(word) ?? []), concept]);
    }
  }
  return { concepts, near: createNearIndex(concepts.keys()) };
}
