import type { Database } from 'bun:sqlite';
import type { DuePage, DueRow, TriggeredQuery } from '../../../runtime/record/actor-store.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import { TriggerRow } from './commit-batch.ts';
import { createNameReader, createTopicReader } from './names.ts';
import { storedText, textFromStored } from './stored-text.ts';

/** Reads the index of triggers. All reads for one query should run in one transaction, so that they see the same rows. */
export type TriggerReader = {
  topics(type: string): readonly string[];
  triggered(query: TriggeredQuery): DuePage;
};

/** The position in the trigger index at which a page of triggered actors ended. */
type Place = readonly [topicNo: number, op: number, value: number, key: number];

/**
 * A range of the trigger index: the triggers of one topic (watched value) and one comparison operator that are fulfilled at the topic's
 * current value.
 */
type Stretch = { readonly topicNo: number; readonly op: number; readonly value: number };

export function createTriggerReader(db: Database): TriggerReader {
  const readNames = createNameReader(db);
  const readTopics = createTopicReader(db);
  // Finds the topics of a type by searching, from each topic, for the next greater one. Finding the topics in this way needs one index
  // search per topic, however many triggers a topic has.
  const topicsOf = db.prepare(`WITH RECURSIVE used (no) AS (
      SELECT min(topic_no) FROM triggers WHERE type_no = ?1
      UNION ALL SELECT (SELECT min(topic_no) FROM triggers WHERE type_no = ?1 AND topic_no > used.no) FROM used WHERE used.no IS NOT NULL
    ) SELECT names.text FROM used JOIN names ON names.no = used.no`);
  const select = (condition: string) =>
    db.prepare(`SELECT t.key, h.revision, t.value FROM triggers t CROSS JOIN heads h ON h.key = t.key
      WHERE t.type_no = ? AND t.topic_no = ? AND t.op = ? AND ${condition} AND t.shard >= ? AND t.shard < ?
      ORDER BY t.value, t.key LIMIT ?`);
  const atLeast = select('t.value <= ?');
  const atMost = select('t.value >= ?');
  // The page after a position in the index is read by two queries: one for the remaining triggers with the same value as that position, and
  // one for greater values. Each query reads one range of the index; a single combined condition would not be one range.
  const sameValue = select('t.value = ? AND t.key > ?');
  const atLeastBeyond = select('t.value > ? AND t.value <= ?');
  const atMostBeyond = select('t.value > ?');

  function read(typeNo: number, { topicNo, op, value }: Stretch, after: Place | null, shards: readonly [number, number], limit: number) {
    const isAtLeast = op === TriggerRow.AT_LEAST;
    if (after === null) return (isAtLeast ? atLeast : atMost).values(typeNo, topicNo, op, value, ...shards, limit);
    const [, , last, key] = after;
    const found = sameValue.values(typeNo, topicNo, op, last, key, ...shards, limit);
    if (found.length >= limit) return found;
    const left = limit - found.length;
    const beyond = isAtLeast
      ? atLeastBeyond.values(typeNo, topicNo, op, last, value, ...shards, left)
      : atMostBeyond.values(typeNo, topicNo, op, last, ...shards, left);
    return [...found, ...beyond];
  }

  function stretchesOf(values: ReadonlyMap<string, number>): Stretch[] {
    const byStored = new Map([...values].map(([topic, value]) => [storedText(topic), value]));
    const known = [...readTopics(byStored.keys())].sort((a, b) => a[1] - b[1]);
    return known.flatMap(([topic, topicNo]) => {
      const value = byStored.get(topic);
      if (value === undefined) return [];
      return [TriggerRow.AT_LEAST, TriggerRow.AT_MOST].map((op) => ({ topicNo, op, value }));
    });
  }

  return {
    topics(type) {
      const typeNo = readNames().types.get(storedText(type));
      return typeNo === undefined ? [] : topicsOf.values(typeNo).map(([text]) => textFromStored(String(text)));
    },
    triggered({ type, values, shards, limit, cursor }) {
      const typeNo = readNames().types.get(storedText(type));
      if (typeNo === undefined) return { rows: [], cursor: null };
      const after = placeOf(cursor);
      const rows: DueRow[] = [];
      for (const stretch of stretchesOf(values)) {
        const order = after === null ? 1 : stretch.topicNo - after[0] || stretch.op - after[1];
        if (order < 0) continue;
        const resumed = order === 0 ? after : null;
        const found = read(typeNo, stretch, resumed, shards ?? [0, Number.MAX_SAFE_INTEGER], limit - rows.length);
        for (const [key, revision] of found) rows.push({ ref: Number(key), revision: Number(revision) });
        const last = found.at(-1);
        if (rows.length >= limit && last !== undefined)
          return { rows, cursor: encodeCursor([stretch.topicNo, stretch.op, Number(last[2]), Number(last[0])]) };
      }
      return { rows, cursor: null };
    },
  };
}

function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [topicNo, op, value, key] = decodeCursor(cursor, 4);
  if (typeof topicNo !== 'number' || typeof op !== 'number' || typeof value !== 'number' || typeof key !== 'number') throw invalidCursor();
  return [topicNo, op, value, key];
}
