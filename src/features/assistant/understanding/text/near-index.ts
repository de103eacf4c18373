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
      const candidates: string[] = [];
      // Usually no form is known, so nothing is built before one is found.
      for (let at = -1; at < word.length; at += 1) {
        const known = byForm.get(at < 0 ? word : without(word, at));
        if (typeof known === 'string') candidates.push(known);
        else if (known !== undefined) candidates.push(...known);
      }
      if (candidates.length === 0) return [];
      return [...new Set(candidates)]
        .map((entry) => ({ entry, distance: editDistance(word, entry, most) }))
        .filter(({ distance }) => distance <= most)
        .sort((a, b) => a.distance - b.distance);
    },
  };
}

function formsOf(word: string): ReadonlySet<string> {
  const forms = new Set([word]);
  for (let at = 0; at < word.length; at += 1) forms.add(without(word, at));
  return forms;
}

function without(word: string, at: number): string {
  return word.slice(0, at) + word.slice(at + 1);
}
