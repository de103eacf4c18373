import type { Gather } from '../../values/inspection/outline.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** Combines data from many sources into a view: a failing source adds a line about the failure, and the rest is shown. */
export function createGather(): { readonly gather: Gather; readonly missing: () => readonly string[] } {
  const missing = new Set<string>();
  return {
    async gather(what, without, ask) {
      try {
        return await ask();
      } catch (error) {
        // Messages of other errors may contain the requested address, and addresses of providers contain keys.
        missing.add(`${what} could not be loaded: ${redactUrls(error instanceof Error ? error.message : String(error))}`);
        return without;
      }
    },
    missing: () => [...missing],
  };
}
