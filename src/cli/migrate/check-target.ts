import type { ActorStore } from '../../runtime/record/actor-store.ts';
import { actorPages } from '../walk-pages.ts';
import { targetTaken } from './target-taken.ts';

/**
 * Checks the target's contents before anything is written. The target may contain only actors that an earlier run of this migration has
 * copied, and none of them may have a newer revision than in the source.
 * @throws TerminalError `migrate-target-taken`
 */
export async function checkTarget(source: ActorStore, target: ActorStore, onProgress: (seen: number) => void): Promise<void> {
  let seen = 0;
  onProgress(seen);
  for await (const page of actorPages(target)) {
    const originals = await source.load(page.map(({ record }) => record.id));
    for (const [at, { record }] of page.entries()) {
      const original = originals[at];
      if (original === null || original === undefined) throw targetTaken(`Actor ${record.id}`, 'is not in the source');
      if (record.revision > original.record.revision) {
        throw targetTaken(
          `Actor ${record.id}`,
          `is at revision ${record.revision}, newer than revision ${original.record.revision} of the source`,
        );
      }
    }
    seen += page.length;
    onProgress(seen);
  }
}
