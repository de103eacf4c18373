import type { Gather } from '../../values/inspection/outline.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** Collects a view from many sources: a failing source adds a line, and the rest is shown. */
export function createGather(): { readonly gather: Gather; readonly missing: () => readonly string[] } {
  const missing = new Set<string>();
  return {
    async gather(what, without, ask) {
      try {
        return await ask();
      } catch (error) {
        // Others quote the address that they were at, and providers put keys there.
        missing.add(`${what} could not be loaded: ${redactUrls(error instanceof Error ? error.message : String(error))}`);
        return without;
      }
    },
    missing: () => [...missing],
  };
}
