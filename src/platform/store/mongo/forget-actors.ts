import type { LoadedActor } from '../../../runtime/record/actor-store.ts';
import type { ActorCollections } from './actor-collections.ts';
import { historyKey, isMongoHandle, tokenFilter } from './actor-document.ts';
import { sortableText } from './sortable-text.ts';

const AT_ONCE = 20;

/**
 * Deletes actors. The head (current document) of an actor is deleted first, then the actor's history. If the process dies in between,
 * nothing refers to that history any more, and retention removes it later.
 */
export async function forgetActors({ actors, history }: ActorCollections, asked: readonly LoadedActor[]): Promise<boolean[]> {
  const gone: boolean[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE) gone.push(...(await Promise.all(asked.slice(at, at + AT_ONCE).map(forgetOne))));
  return gone;

  async function forgetOne({ record, handle, damage }: LoadedActor): Promise<boolean> {
    if (damage !== undefined || !isMongoHandle(handle) || record.outbox.length > 0 || record.triggers !== undefined) return false;
    const _id = sortableText(record.id);
    const { deletedCount } = await actors.deleteOne({ _id, revision: record.revision, ...tokenFilter(handle.token) });
    if (deletedCount !== 1) return false;
    await history.deleteMany({ _id: { $gte: historyKey(_id, 0), $lt: historyKey(_id, Number.MAX_SAFE_INTEGER) } });
    return true;
  }
}
