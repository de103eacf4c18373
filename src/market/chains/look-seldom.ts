/**
 * Minimum time in ms between two reads of the chain by the same readiness check. Readiness is requested often, but the data that the check
 * reads rarely changes.
 */
const LOOK_EVERY_MS = 60_000;

/** Creates a readiness check whose result is cached for a minute, so that frequent requests for readiness cause few reads of the chain. */
export function lookSeldom(look: () => Promise<string | null>, now: () => number): () => Promise<string | null> {
  let last: { readonly atMs: number; readonly found: Promise<string | null> } | null = null;
  return () => {
    const nowMs = now();
    if (last === null || Math.abs(nowMs - last.atMs) >= LOOK_EVERY_MS) last = { atMs: nowMs, found: look() };
    return last.found;
  };
}
