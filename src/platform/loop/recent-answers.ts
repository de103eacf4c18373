/**
 * Returns the result of `ask`. If `ask` was called for the same `key` a short time ago, or is still running, returns that result instead of
 * calling `ask` again.
 */
export type RecentAnswers<T> = (key: string, ask: () => Promise<T>) => Promise<T>;

/** Maximum number of results that are kept; the oldest results are removed first. */
const MOST_KEPT = 500;

/**
 * Creates a function that shares the results of equal requests (calls with the same key). A request that is still running, or that was
 * answered less than `keepMs` ago, is not made again. When a request fails, all callers that wait for it get the error, and the next caller
 * makes it again. A result for which `isKept` is false is not kept either.
 *
 * @example const recent = createRecentAnswers<number>({ nowMs: () => 0, keepMs: 500 }); await recent('head', async () => 7); // => 7 await
 * recent('head', async () => 8); // => 7
 */
export function createRecentAnswers<T>({
  nowMs,
  keepMs,
  isKept = () => true,
}: {
  readonly nowMs: () => number;
  readonly keepMs: number;
  readonly isKept?: (answer: T) => boolean;
}): RecentAnswers<T> {
  const kept = new Map<string, { readonly answer: Promise<T>; answeredAtMs: number | null }>();

  return (key, ask) => {
    const had = kept.get(key);
    if (had !== undefined && (had.answeredAtMs === null || Math.abs(nowMs() - had.answeredAtMs) < keepMs)) return had.answer;
    const entry: { readonly answer: Promise<T>; answeredAtMs: number | null } = { answer: ask(), answeredAtMs: null };
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    kept.delete(key);
    kept.set(key, entry);
    entry.answer.then((answer) => {
      entry.answeredAtMs = nowMs();
      if (!isKept(answer)) drop();
    }, drop);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return entry.answer;
  };
}
