/** Runs the action only once. After a failure, the next call tries again, since the cause may be temporary. */
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
