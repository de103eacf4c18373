/** Returns how a plan or agent is paused in its vault; null for an older version of the vault, which cannot pause. */
export function pauseOf(guard: unknown): { readonly isPaused: boolean; readonly areAllPaused: boolean } | null {
  if (typeof guard !== 'object' || guard === null) return null;
  const isBy = (name: 'pausedBy' | 'allPausedBy') => name in guard && (guard as Record<string, unknown>)[name] !== null;
  return { isPaused: isBy('pausedBy'), areAllPaused: isBy('allPausedBy') };
}
