/**
 * Tracks keys and prefixes whose last write or deletion may not have reached Redis. Redis may still have an outdated value for them, so
 * they are not read until they have been deleted.
 */
export type Unsettled = {
  covers(key: string): boolean;
  addKey(key: string): void;
  addPrefix(prefix: string): void;
  removeKey(key: string): void;
  isEmpty(): boolean;
  /**
   * Returns all tracked keys and prefixes, which the caller then deletes. `settled` stops tracking them afterwards, except those that were
   * added again in the meantime.
   */
  take(): { readonly keys: readonly string[]; readonly prefixes: readonly string[]; readonly settled: () => void };
};

/**
 * Creates a tracker of keys whose value in Redis is uncertain. @param mostKeys above this number, the tracked keys are replaced by the
 * empty prefix, which covers all keys
 */
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
