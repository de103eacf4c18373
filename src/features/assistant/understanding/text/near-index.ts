import { editDistance } from '../../../../values/edit-distance.ts';

export type NearIndex = {
  /** Returns the entries that are at most `most` edits away from the word, the nearest first, with their distances. */
  find(word: string, most: number): readonly { readonly entry: string; readonly distance: number }[];
};

const LONGEST = 24;
const SHORTEST = 3;

/**
 * Creates an index that finds words despite misspellings. Each word is stored under itself and under each form with one letter removed, so
 * that a search compares only a few words. An edit is one added, removed or changed letter. The index finds all words within one edit of
 * the searched word, and those within two edits that share such a form with it.
 */
export function createNearIndex(entries: Iterable<string>): NearIndex {
  const byForm = new Map<string, string | string[]>();
  const add = (form: string, entry: string) => {
    const known = byForm.get(form);
    if (known === undefined) byForm.set(form, entry);
    else if (typeof known === 'string') byForm.set(form, [known, entry]);
    else known.push(entry);
  };
  for (const entry of entries) if (entry.length >= SHORTEST && entry.length <= LONGEST) for (const form of formsOf(entry)) add(form, entry);

  return {
    find(word, most) {
      if (word.length < SHORTEST || word.length > LONGEST) return [];
      const found = new Map<string, number>();
      for (const form of formsOf(word)) {
        const known = byForm.get(form);
        for (const entry of typeof known === 'string' ? [known] : (known ?? [])) {
          if (!found.has(entry)) found.set(entry, editDistance(word, entry, most));
        }
      }
      return [...found]
        .flatMap(([entry, distance]) => (distance <= most ? [{ entry, distance }] : []))
        .sort((a, b) => a.distance - b.distance);
    },
  };
}

function formsOf(word: string): ReadonlySet<string> {
  const forms = new Set([word]);
  for (let i = 0; i < word.length; i += 1) forms.add(word.slice(0, i) + word.slice(i + 1));
  return forms;
}
