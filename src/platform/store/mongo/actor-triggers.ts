import type { DuePage, TriggeredQuery } from '../../../runtime/record/actor-store.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import { type ActorCollections, hints } from './actor-collections.ts';
import type { HeadDocument } from './actor-document.ts';
import type { Condition } from './actor-filter.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

type Found = Pick<HeadDocument, '_id' | 'revision'>;
/**
 * Topics (watched values, such as prices) with their current values. They are in the encoding and in the order in which they are stored.
 */
type Topics = readonly (readonly [topic: string, value: number])[];

/** The maximum number of topics (watched values) in one query. */
const TOPICS_AT_ONCE = 50;

/**
 * Reads triggered actors for some topics at a time, each page in the order of ids. The index orders a topic's triggers by their bounds and
 * not by ids. So each page scans all fulfilled triggers of its topics, even if they are many more than the page can contain.
 */
export function createTriggerQueries({ actors }: Pick<ActorCollections, 'actors'>) {
  function read(type: string, topics: Topics, shards: TriggeredQuery['shards'], afterId: string | null, limit: number): Promise<Found[]> {
    const others: Condition = {
      ...(afterId === null ? {} : { _id: { $gt: afterId } }),
      ...(shards === undefined ? {} : { shard: { $gte: shards[0], $lt: shards[1] } }),
    };
    const holding = topics.flatMap(([topic, value]) => [
      { topic, op: 'at-least', value: { $lte: value } },
      { topic, op: 'at-most', value: { $gte: value } },
    ]);
    // Each element of the `$or` is a complete condition, so that each of them is one range of the index.
    const $or = holding.map((trigger): Condition => ({ type, triggers: { $elemMatch: trigger }, ...others }));
    return actors
      .find<Found>({ $or }, { projection: { _id: 1, revision: 1 }, hint: hints.trigger, limit, batchSize: limit })
      .sort({ _id: 1 })
      .toArray();
  }

  async function triggered({ type, values, shards, limit, cursor }: TriggeredQuery): Promise<DuePage> {
    const [fromTopic, fromId] = placeOf(cursor);
    const topics = [...values]
      .map(([topic, value]): Topics[number] => [sortableText(topic), value])
      .filter(([topic]) => topic >= fromTopic)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const found: Found[] = [];
    for (let at = 0; at < topics.length; at += TOPICS_AT_ONCE) {
      const few = topics.slice(at, at + TOPICS_AT_ONCE);
      const left = limit - found.length;
      const more = await read(sortableText(type), few, shards, at === 0 ? fromId : null, left + 1);
      found.push(...more.slice(0, left));
      if (more.length <= left) continue;
      // The id of the last actor on this page that has one of these topics. It is empty when the page was already full before any of these
      // topics was read.
      const goesOnAfter = more[left - 1]?._id ?? '';
      return { rows: rowsOf(found), cursor: encodeCursor([few[0]?.[0] ?? '', goesOnAfter]) };
    }
    return { rows: rowsOf(found), cursor: null };
  }

  return {
    topics: async (type: string): Promise<string[]> => {
      const topics = await actors.distinct('triggers.topic', { type: sortableText(type) });
      return topics.map((topic) => textFromSortable(String(topic)));
    },
    triggered,
  };
}

function rowsOf(found: readonly Found[]): DuePage['rows'] {
  return found.map(({ _id, revision }) => ({ ref: textFromSortable(_id), revision }));
}

/** Splits a cursor into the first topic of the next page, and the id after which that page starts. */
function placeOf(cursor: string | undefined): readonly [fromTopic: string, afterId: string | null] {
  if (cursor === undefined) return ['', null];
  const [topic, id] = decodeCursor(cursor, 2);
  if (typeof topic !== 'string' || typeof id !== 'string') throw invalidCursor();
  return [topic, id];
}
