/**
 * Wraps an action so that it succeeds only once; later calls return the same result. After a failure, the next call runs the action again,
 * since the cause may be temporary.
 */
export function onceDone(action: () => Promise<void>): () => Promise<void> {
  let attempt: Promise<void> | null = null;
  return () => {
    attempt ??= action().catch((error: unknown) => {
      attempt = null;
      throw error;
    });
    return attempt;
  };
}
