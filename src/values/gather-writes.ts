/**
 * Combines writes with the same key. Entries that arrive while a write is in progress are collected and written together by the next write.
 * The returned promise resolves when the entry has been written.
 * @param write writes all entries of a key that it receives, in one write
 */
export function gatherWrites<T>(write: (key: string, entries: readonly T[]) => Promise<void>): (key: string, entry: T) => Promise<void> {
  /** For each key, the entries that the next write will contain, and the promise that resolves when they are written. */
  const waiting = new Map<string, { readonly entries: T[]; readonly written: Promise<void> }>();
  const writing = new Map<string, Promise<void>>();

  return (key, entry) => {
    const joined = waiting.get(key);
    if (joined !== undefined) {
      joined.entries.push(entry);
      return joined.written;
    }
    const entries = [entry];
    const before = writing.get(key) ?? Promise.resolve();
    const start = () => {
      waiting.delete(key);
      return write(key, entries);
    };
    const written = before.then(start, start);
    waiting.set(key, { entries, written });
    writing.set(key, written);
    const over = () => {
      if (writing.get(key) === written) writing.delete(key);
    };
    written.then(over, over);
    return written;
  };
}
