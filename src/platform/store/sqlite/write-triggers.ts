import type { Database } from 'bun:sqlite';
import { TriggerRow } from './commit-batch.ts';
import type { Names } from './names.ts';

/** A row of the trigger index that a commit adds or removes. Its texts are in their stored encoding. */
export type TriggerChange = {
  readonly type: string;
  readonly topic: string;
  /** The kind of a row of the trigger index; see `TriggerRow`. */
  readonly kind: number;
  readonly value: number;
  readonly key: number;
  readonly shard: number;
};

/** Creates the function with which the writer changes trigger rows, within the transaction of a successful commit. */
export function createTriggerWriter(db: Database, names: Names): (change: TriggerChange) => void {
  const insert = db.prepare(
    'INSERT INTO triggers (type_no, topic_no, op, value, key, shard) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare('DELETE FROM triggers WHERE type_no = ? AND topic_no = ? AND op = ? AND value = ? AND key = ?');
  return ({ type, topic, kind, value, key, shard }) => {
    const typeNo = names.typeNo(type);
    const topicNo = names.topicNo(topic);
    const op = kind & ~TriggerRow.REMOVED;
    if ((kind & TriggerRow.REMOVED) === 0) insert.run(typeNo, topicNo, op, value, key, shard);
    else remove.run(typeNo, topicNo, op, value, key);
  };
}
