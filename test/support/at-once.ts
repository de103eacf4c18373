/**
 * What was promised, if it is there without waiting for anything from outside: no timer, no answer of another program. Says "at once" without a
 * clock, which a busy machine would make a liar.
 */
export async function atOnce<T>(promise: Promise<T>): Promise<T> {
  const waits = Symbol('waits');
  const first = await Promise.race([promise, new Promise<typeof waits>((resolve) => setImmediate(() => resolve(waits)))]);
  if (first === waits) throw new Error('it waits for something');
  return first as T;
}
