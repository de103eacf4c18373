import type { Collection } from 'mongodb';
import type { StoreCounts } from '../../../runtime/record/actor-store.ts';
import { type ActorCollections, hints } from './actor-collections.ts';
import { type HeadDocument, loadedActor } from './actor-document.ts';
import { textFromSortable } from './sortable-text.ts';

/** Maximum number of documents that are updated during one count because an earlier version of this program wrote them. */
const MENDED_AT_ONCE = 1_000;

/**
 * Counts all actors from indexes alone. This takes some tenths of a second for a hundred thousand actors, so the counts should be requested
 * only by the pages that show them. Totals are not stored: they could become wrong, because many nodes commit single documents.
 */
export function createActorCounts({ actors }: Pick<ActorCollections, 'actors'>): () => Promise<StoreCounts> {
  type Group = { readonly _id: Pick<HeadDocument, 'type' | 'status' | 'health'>; readonly count: number };

  async function groups(): Promise<StoreCounts['byTypeAndStatus']> {
    const _id = { type: '$type', status: '$status', health: '$health' };
    const found = await actors.aggregate<Group>([{ $group: { _id, count: { $sum: 1 } } }], { hint: hints.status }).toArray();
    return found.map(({ _id: { type, status, health }, count }) => ({
      type: textFromSortable(String(type)),
      status: typeof status === 'string' ? textFromSortable(status) : null,
      health,
      count,
    }));
  }

  async function outboxEntries(): Promise<number> {
    const sum = [{ $match: { outbox: { $gt: 0 } } }, { $group: { _id: null, entries: { $sum: '$outbox' } } }];
    const [total] = await actors.aggregate<{ readonly entries: number }>(sum, { hint: hints.outbox }).toArray();
    return total?.entries ?? 0;
  }

  return async () => {
    await fixOutboxes(actors);
    const [byTypeAndStatus, entries] = await Promise.all([groups(), outboxEntries()]);
    return { actors: byTypeAndStatus.reduce((sum, { count }) => sum + count, 0), outboxEntries: entries, byTypeAndStatus };
  };
}

/**
 * Adds the number of outbox effects to documents that an earlier version wrote. A document that was committed in the meantime already has
 * the number and is skipped.
 */
async function fixOutboxes(actors: Collection<HeadDocument>): Promise<void> {
  const fields = { revision: 1, token: 1, events: 1, body: 1 };
  const old = await actors.find({ outbox: null }, { projection: fields, hint: hints.outbox, limit: MENDED_AT_ONCE }).toArray();
  if (old.length === 0) return;
  const fix = old.map((head) => ({
    updateOne: {
      filter: { _id: head._id, revision: head.revision },
      update: { $set: { outbox: entriesOf(head) } },
    },
  }));
  await actors.bulkWrite(fix, { ordered: false });
}

/**
 * An unreadable actor counts as having no effects, since its effects could never be settled. The actor itself is reported each time it is
 * loaded.
 */
function entriesOf(head: Pick<HeadDocument, 'token' | 'events' | 'body'>): number {
  try {
    return loadedActor(head).record.outbox.length;
  } catch {
    return 0;
  }
}
