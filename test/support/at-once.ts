/**
 * Returns the value of a promise that needs no timers and no replies of other programs; throws when the promise is still pending. So a test
 * can check that code answers at once without measuring time, which would fail on a busy machine.
 */
export async function atOnce<T>(promise: Promise<T>): Promise<T> {
  const waits = Symbol('waits');
  const first = await Promise.race([promise, new Promise<typeof waits>((resolve) => setImmediate(() => resolve(waits)))]);
  if (first === waits) throw new Error('it waits for something');
  return first as T;
}
