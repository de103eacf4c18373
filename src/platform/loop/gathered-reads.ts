/**
 * Combines reads of single items into reads of many. Items that are requested while a read is running are read together by the next read.
 * Each read begins after all its items were requested, so no answer is older than its request.
 *
 * @example const read = createGatheredReads(async (ids: readonly number[]) => ids.map((id) => id * 2)); await Promise.all([read(1),
 * read(2), read(3)]); // => [2, 4, 6]
 */
export function createGatheredReads<T>(readAll: (ids: readonly number[]) => Promise<readonly T[]>): (id: number) => Promise<T> {
  let waiting: { readonly id: number; readonly resolve: (answer: T) => void; readonly reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    // Waits until the end of the current turn of the event loop, so that items requested in the same turn are read together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      const ids = [...new Set(asked.map(({ id }) => id))];
      try {
        const answers = await readAll(ids);
        const byId = new Map(ids.map((id, index) => [id, answers[index]]));
        for (const { id, resolve, reject } of asked) {
          const answer = byId.get(id);
          if (answer === undefined) reject(new Error(`A read of ${ids.length} values returned no value for ${id}.`));
          else resolve(answer);
        }
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    isRunning = false;
  }

  return (id) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.push({ id, resolve, reject });
    if (!isRunning) void run();
    return promise;
  };
}
