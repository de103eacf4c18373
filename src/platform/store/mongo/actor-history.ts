import type { ActorStore } from '../../../runtime/record/actor-store.ts';
import type { ActorId, HistoryEntry } from '../../../runtime/record/record.ts';
import type { ActorCollections } from './actor-collections.ts';
import { historyEntry, historyKey } from './actor-document.ts';
import { sortableText } from './sortable-text.ts';

/** Reads an actor's revisions: the newest from its current document, earlier ones from `history` (see `createActorCommitter`). */
export function createActorHistory({
  actors,
  history,
}: ActorCollections): Pick<ActorStore, 'history' | 'historyAt' | 'hasApplied' | 'prune'> {
  const headOf = (id: ActorId) => actors.findOne({ _id: sortableText(id) }, { projection: { revision: 1, body: 1 } });

  async function entries(id: ActorId, beforeRevision: number, limit: number): Promise<HistoryEntry[]> {
    // The head (the current document) is read first. When the head is read, all earlier revisions are already in `history`. History entries
    // whose revision is not lower than that of the head are ignored.
    const head = await headOf(id);
    if (head === null || limit <= 0) return [];
    const found = head.revision < beforeRevision ? historyEntry(head.body) : [];
    const actor = sortableText(id);
    let end = historyKey(actor, Math.min(beforeRevision, head.revision));
    // The read is repeated when some entries could not be read. Otherwise the caller would take the shorter page for the last one.
    while (found.length < limit && end > historyKey(actor, 1)) {
      const keys = { $gte: historyKey(actor, 0), $lt: end };
      const most = limit - found.length;
      const below = await history.find({ _id: keys }, { projection: { body: 1 }, sort: [['_id', -1]], limit: most }).toArray();
      found.push(...below.flatMap(({ body }) => historyEntry(body)));
      const last = below.at(-1);
      if (below.length < most || last === undefined) break;
      end = last._id;
    }
    return found;
  }

  return {
    history: (id, { beforeRevision = Number.MAX_SAFE_INTEGER, limit }) => entries(id, beforeRevision, limit),
    async historyAt(id, revision) {
      const head = await headOf(id);
      if (head === null || revision > head.revision || revision < 1) return null;
      if (revision === head.revision) return historyEntry(head.body)[0] ?? null;
      const entry = await history.findOne({ _id: historyKey(sortableText(id), revision) }, { projection: { body: 1 } });
      return entry === null ? null : (historyEntry(entry.body)[0] ?? null);
    },
    async hasApplied(id, eventId) {
      const head = await headOf(id);
      if (head === null) return false;
      if (historyEntry(head.body)[0]?.record.applied.includes(eventId)) return true;
      return (await history.findOne({ actor: sortableText(id), events: sortableText(eventId) }, { projection: { _id: 1 } })) !== null;
    },
    async prune({ beforeMs, limit }) {
      if (limit <= 0) return 0;
      const old = await history.find({ at: { $lt: beforeMs } }, { projection: { _id: 1 }, sort: [['at', 1]], limit }).toArray();
      if (old.length === 0) return 0;
      const { deletedCount } = await history.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
      return deletedCount;
    },
  };
}
