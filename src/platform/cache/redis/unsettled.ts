/**
 * Keys and prefixes of which nobody knows whether their last write or deletion reached Redis. What Redis holds there may be older
 * than what a caller was told, so it is not given out until it has been deleted.
 */
export type Unsettled = {
  covers(key: string): boolean;
  addKey(key: string): void;
  addPrefix(prefix: string): void;
  removeKey(key: string): void;
  isEmpty(): boolean;
  /** Everything in hand, to be deleted; `settled` forgets it, except what was added anew since. */
  take(): { readonly keys: readonly string[]; readonly prefixes: readonly string[]; readonly settled: () => void };
};

/** @param mostKeys above this the single keys are given up for the prefix of them all, which is the empty text. */
export function createUnsettled(mostKeys: number): Unsettled {
  const keys = new Map<string, number>();
  const prefixes = new Map<string, number>();
  let added = 0;

  const addPrefix = (prefix: string): void => {
    added += 1;
    prefixes.set(prefix, added);
  };

  return {
    covers: (key) => keys.has(key) || [...prefixes.keys()].some((prefix) => key.startsWith(prefix)),
    addKey(key) {
      added += 1;
      keys.set(key, added);
      if (keys.size <= mostKeys) return;
      keys.clear();
      addPrefix('');
    },
    addPrefix(prefix) {
      addPrefix(prefix);
      if (prefixes.size <= mostKeys) return;
      prefixes.clear();
      addPrefix('');
    },
    removeKey: (key) => void keys.delete(key),
    isEmpty: () => keys.size + prefixes.size === 0,
    take() {
      const upTo = added;
      return {
        keys: [...keys.keys()],
        prefixes: [...prefixes.keys()],
        settled() {
          for (const held of [keys, prefixes]) for (const [text, at] of held) if (at <= upTo) held.delete(text);
        },
      };
    },
  };
}
