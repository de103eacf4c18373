import type { ActorStore, LoadedActor } from '../../runtime/record/actor-store.ts';
import { actorPages } from '../walk-pages.ts';
import type { DifferenceList } from './difference-list.ts';
import { hashActor } from './hash-actor.ts';
import { createHashSum } from './hash-sum.ts';

export type Compared = {
  readonly sourceCount: number;
  readonly targetCount: number;
  readonly sourceHash: string;
  readonly targetHash: string;
};

/** Number of actors whose histories are read in parallel, which saves waiting time with a store on a network. */
const TOGETHER = 20;

/**
 * Reads the source and the target store of a migration completely, compares each actor's record and history by hash, and finds actors that
 * exist only in the target.
 */
export async function verifyActors(
  source: ActorStore,
  target: ActorStore,
  differences: DifferenceList,
  onProgress: (seen: number) => void,
): Promise<Compared> {
  const [sourceSum, targetSum] = [createHashSum(), createHashSum()];
  let seen = 0;

  async function compare({ record }: LoadedActor, copy: LoadedActor | null): Promise<void> {
    const original = await hashActor(source, record);
    sourceSum.add(original.hex);
    if (copy === null) {
      differences.add(`actor ${record.id} is not in the target: it was created in the source during the copy`);
      return;
    }
    const copied = await hashActor(target, copy.record, original.firstRevision);
    targetSum.add(copied.hex);
    if (copied.hex === original.hex) return;
    const [here, there] = [record.revision, copy.record.revision];
    if (here > there)
      differences.add(`actor ${record.id} changed in the source during the copy: revision ${here} in the source, ${there} in the target`);
    else if (here < there)
      differences.add(`actor ${record.id} changed in the target during the copy: revision ${here} in the source, ${there} in the target`);
    else differences.add(`actor ${record.id} has a different record or history in the target at revision ${here}`);
  }

  for await (const page of actorPages(source)) {
    const copies = await target.load(page.map(({ record }) => record.id));
    for (let from = 0; from < page.length; from += TOGETHER) {
      await Promise.all(page.slice(from, from + TOGETHER).map((loaded, at) => compare(loaded, copies[from + at] ?? null)));
    }
    seen += page.length;
    onProgress(seen);
  }
  const targetCount = (await target.counts()).actors;
  if (targetCount !== seen) await nameExtraActors(source, target, differences);
  return { sourceCount: seen, targetCount, sourceHash: sourceSum.hex(), targetHash: targetSum.hex() };
}

async function nameExtraActors(source: ActorStore, target: ActorStore, differences: DifferenceList): Promise<void> {
  for await (const page of actorPages(target)) {
    const originals = await source.load(page.map(({ record }) => record.id));
    for (const [at, { record }] of page.entries()) {
      if ((originals[at] ?? null) === null) differences.add(`actor ${record.id} of the target is not in the source`);
    }
  }
}
