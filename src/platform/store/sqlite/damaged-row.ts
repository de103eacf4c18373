import { type Database, SQLiteError } from 'bun:sqlite';
import type { LoadedActor } from '../../../runtime/record/actor-store.ts';
import { APPLIED_KEPT, type HistoryEntry, type Trigger } from '../../../runtime/record/record.ts';
import { damagedActor } from '../../../runtime/record/record-chain.ts';
import { withTriggers } from '../../../runtime/record/record-triggers.ts';
import type { KeyValue } from '../../../values/index-keys.ts';
import { TriggerRow } from './commit-batch.ts';
import { NOWHERE } from './delta-entry.ts';
import type { SqliteHandle } from './encode-commits.ts';
import { healthState } from './health-number.ts';
import { createNameReader, keyColumn } from './names.ts';
import { textFromStored } from './stored-text.ts';

/**
 * Builds the record of an actor whose stored record cannot be read, using only the index. Returns null when the index does not contain all
 * values that the record needs.
 */
export type DamagedReader = (
  key: number,
  failure: { readonly cause: unknown; readonly before: () => HistoryEntry | undefined },
) => LoadedActor | null;

/**
 * The damaged actor is reported as having this many deltas (changes of one commit each) since its last full record. The number is so high
 * that the next commit writes a full record.
 */
const WHOLE_NEXT = APPLIED_KEPT;

export function createDamagedReader(db: Database): DamagedReader {
  const readNames = createNameReader(db);
  const indexed = db.prepare(`SELECT a.id, t.text, h.shard, h.revision, h.wake_at, s.text, a.health, a.created_at
    FROM heads h JOIN actors a ON a.key = h.key JOIN names t ON t.no = a.type_no LEFT JOIN names s ON s.no = a.status_no WHERE h.key = ?`);
  // No index leads from an actor to its triggers, so all triggers are scanned. That is acceptable, because it happens only once for each
  // damaged actor: the actor is then quarantined.
  const triggersOf = db.prepare('SELECT n.text, t.op, t.value FROM triggers t JOIN names n ON n.no = t.topic_no WHERE t.key = ?');

  function keysOf(key: number): { [name: string]: KeyValue } {
    const keys = [...readNames().keys];
    if (keys.length === 0) return {};
    const [row = []] = db.query(`SELECT ${keys.map(([, no]) => keyColumn(no)).join(', ')} FROM actors WHERE key = ?`).values(key);
    // Reads the actor's values of all index keys in the store. For keys that the actor's type does not declare, there is no value.
    const values = keys.map(([name], at): [string, KeyValue] => [
      textFromStored(name),
      typeof row[at] === 'number' ? row[at] : textOrNull(row[at] ?? null),
    ]);
    return Object.fromEntries(values.filter(([, value]) => value !== null));
  }

  return (key, { cause, before }) => {
    // The error concerns the database file itself and not the contents of the row, so it is rethrown.
    if (cause instanceof SQLiteError) throw cause;
    const row = indexed.values(key)[0];
    if (row === undefined) return null;
    const [id, type, shard, revision, wakeAt, status, health, createdAt] = row;
    const handle: SqliteHandle = { ref: key, ...NOWHERE, depth: WHOLE_NEXT };
    const found = damagedActor(
      {
        id: textFromStored(String(id)),
        type: textFromStored(String(type)),
        shard: Number(shard),
        revision: Number(revision),
        keys: { ...keysOf(key), status: textOrNull(status) },
        createdAtMs: Number(createdAt),
      },
      handle,
      { cause, before: before() },
    );
    const triggers = triggersOf.values(key).map(
      ([topic, op, value]): Trigger => ({
        topic: textFromStored(String(topic)),
        op: Number(op) === TriggerRow.AT_LEAST ? 'at-least' : 'at-most',
        value: Number(value),
      }),
    );
    const { record } = found;
    const state = healthState(Number(health));
    handle.indexed = {
      ...withTriggers(record, triggers),
      wakeAtMs: wakeAt === null ? null : Number(wakeAt),
      health: { ...record.health, state },
    };
    return found;
  };
}

function textOrNull(stored: unknown): string | null {
  return stored === null ? null : textFromStored(String(stored));
}
