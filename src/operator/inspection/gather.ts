import type { Gather } from '../../values/inspection/outline.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** Collects data from several sources for one view. A source that fails adds a line about its failure, and the other data is shown. */
export function createGather(): { readonly gather: Gather; readonly missing: () => readonly string[] } {
  const missing = new Set<string>();
  return {
    async gather(what, without, ask) {
      try {
        return await ask();
      } catch (error) {
        // The message of an error may contain URLs of providers, which contain keys. So URLs are removed from the message.
        missing.add(`${what} could not be loaded: ${redactUrls(error instanceof Error ? error.message : String(error))}`);
        return without;
      }
    },
    missing: () => [...missing],
  };
}
