import { isSchema } from '../../e2e/garbage/support/json-schema.ts';

/** Files in which words for fields of the API page stand. Others with the same ending hold other words. */
const WORD_FILES = new Bun.Glob('src/{features,http,operator}/**/*-words.ts');

/**
 * Watches all words that describe fields of the API page. Call it before the API document is built; the returned function then lists the
 * words that the document did not need.
 */
export async function watchWords(): Promise<() => readonly string[]> {
  const unused = new Set<string>();
  for await (const file of WORD_FILES.scan('.')) {
    const exported: Record<string, unknown> = await import(`../../../${file}`);
    for (const table of Object.values(exported)) {
      if (!isSchema(table) || !Object.values(table).every(isWord)) continue;
      for (const [field, word] of Object.entries(table)) {
        const key = `${file}: ${field}`;
        unused.add(key);
        Object.assign(table, { [field]: watched(word, () => unused.delete(key)) });
      }
    }
  }
  return () => [...unused];
}

const isWord = (value: unknown): boolean => isSchema(value) && typeof value.description === 'string';

/** Returns a copy of a word that notes when its description or its example is read. */
function watched(word: unknown, onRead: () => void): object {
  const { description, example } = isSchema(word) ? word : {};
  return {
    get description() {
      onRead();
      return description;
    },
    get example() {
      onRead();
      return example;
    },
  };
}
