/** The least time between two reads of what seldom changes, ms; readiness is asked often. */
const LOOK_EVERY_MS = 60_000;

/** Keeps the result of a look for a minute, so that a probe that is asked often reads the chain seldom. */
export function lookSeldom(look: () => Promise<string | null>, now: () => number): () => Promise<string | null> {
  let last: { readonly atMs: number; readonly found: Promise<string | null> } | null = null;
  return () => {
    const nowMs = now();
    if (last === null || Math.abs(nowMs - last.atMs) >= LOOK_EVERY_MS) last = { atMs: nowMs, found: look() };
    return last.found;
  };
}
