/** Does the action with the first call and never again; a call after it failed tries anew, for what is in its way may go away. */
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
