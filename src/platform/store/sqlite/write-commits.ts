import type { Database } from 'bun:sqlite';
import { packText } from '../packed-text.ts';
import { createActorRows, type KeyValues } from './actor-rows.ts';
import { type CommitBatch, type CommitBatchResult, CommitFlag, KeyKind, nullable } from './commit-batch.ts';
import type { Names } from './names.ts';
import { createTriggerWriter } from './write-triggers.ts';

const SQL = {
  chunk: 'INSERT INTO commits (at, body) VALUES (?, CAST(? AS BLOB))',
  delta: 'UPDATE heads SET revision = ?, last_seq = ?, last_off = ?, last_len = ? WHERE key = ? AND revision = ?',
  deltaWake: 'UPDATE heads SET revision = ?, last_seq = ?, last_off = ?, last_len = ?, wake_at = ? WHERE key = ? AND revision = ?',
  // The SQL statement copies the position of the previous delta from the actor's row in `heads`. The condition on the revision matches no
  // row when the commit has lost its compare-and-set, so nothing is copied.
  full: `INSERT INTO fulls (key, revision, last_seq, last_off, last_len, body)
    SELECT key, revision + 1, last_seq, last_off, last_len, ? FROM heads WHERE key = ? AND revision = ?`,
  fullHead: 'UPDATE heads SET revision = ?, full_row = ? WHERE key = ?',
  fullHeadWake: 'UPDATE heads SET revision = ?, full_row = ?, wake_at = ? WHERE key = ?',
  firstFull: 'INSERT INTO fulls (key, revision, last_seq, last_off, last_len, body) VALUES (?, ?, 0, 0, 0, ?)',
  head: `INSERT INTO heads (key, revision, type_no, shard, wake_at, last_seq, last_off, last_len, full_row)
    VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?)`,
  status: 'UPDATE actors SET status_no = ?, health = ? WHERE key = ?',
  count: `INSERT INTO counters (type_no, status_no, health, count) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  outbox: 'UPDATE outbox_total SET entries = entries + ?',
};

/** Writes group commits (several commits of actors together). Each call writes one group within one transaction. */
export type CommitWriter = (batch: CommitBatch) => CommitBatchResult;

export function createCommitWriter(db: Database, names: Names): CommitWriter {
  const [chunk, delta, deltaWake] = [db.prepare(SQL.chunk), db.prepare(SQL.delta), db.prepare(SQL.deltaWake)];
  const [full, fullHead, fullHeadWake] = [db.prepare(SQL.full), db.prepare(SQL.fullHead), db.prepare(SQL.fullHeadWake)];
  const [firstFull, head] = [db.prepare(SQL.firstFull), db.prepare(SQL.head)];
  const actors = createActorRows(db);
  const writeTrigger = createTriggerWriter(db, names);
  const [statusOf, count] = [db.prepare(SQL.status), db.prepare(SQL.count)];
  const outbox = db.prepare(SQL.outbox);

  function writeChunks({ atMs, deltas, chunkEnds }: CommitBatch): number {
    let firstSeq = 0;
    let start = 0;
    for (const end of chunkEnds) {
      const { lastInsertRowid } = chunk.run(atMs, packText(deltas.slice(start, end)));
      if (start === 0) firstSeq = Number(lastInsertRowid);
      start = end;
    }
    return firstSeq;
  }

  return (batch) => {
    const firstSeq = writeChunks(batch);
    const losers: number[] = [];
    const keys: number[] = [];
    const counts = new Map<string, number>();
    const { numbers, texts } = batch;
    let numberAt = 0;
    let textAt = 0;
    let outboxGrowth = 0;
    const number = () => numbers[numberAt++] ?? Number.NaN;
    const text = () => texts[textAt++] ?? null;
    const add = (typeNo: number, statusNo: number | null, health: number, change: number) => {
      const group = `${typeNo},${statusNo ?? 0},${health}`;
      counts.set(group, (counts.get(group) ?? 0) + change);
    };

    function create(flags: number): boolean {
      const [revision, shard, wakeAt, health, createdAt] = [number(), number(), number(), number(), number()];
      const [id, type, body, status] = [text(), text() ?? '', text() ?? '', text()];
      const values = keyValues();
      const typeNo = names.typeNo(type);
      const statusNo = names.statusNo(status);
      const inserted = actors.insert([id, typeNo, statusNo, health, createdAt], values);
      const won = inserted.changes === 1;
      const key = Number(inserted.lastInsertRowid);
      if ((flags & CommitFlag.TRIGGERS) !== 0) updateTriggers(key, won);
      if ((flags & CommitFlag.OUTBOX) !== 0) updateOutbox(won);
      if (!won) return false;
      const fullRow = firstFull.run(key, revision, packText(body)).lastInsertRowid;
      head.run(key, revision, typeNo, shard, nullable(wakeAt), fullRow);
      keys.push(key);
      add(typeNo, statusNo, health, 1);
      return true;
    }

    function update(flags: number): boolean {
      const [key, before] = [number(), number()];
      const after = before + 1;
      const hasWake = (flags & CommitFlag.WAKE) !== 0;
      let won: boolean;
      if ((flags & CommitFlag.FULL) !== 0) {
        const inserted = full.run(packText(text() ?? ''), key, before);
        const wakeAt = hasWake ? nullable(number()) : null;
        won = inserted.changes === 1;
        if (won && hasWake) fullHeadWake.run(after, inserted.lastInsertRowid, wakeAt, key);
        else if (won) fullHead.run(after, inserted.lastInsertRowid, key);
      } else {
        const [seq, off, len] = [firstSeq + number(), number(), number()];
        const { changes } = hasWake
          ? deltaWake.run(after, seq, off, len, nullable(number()), key, before)
          : delta.run(after, seq, off, len, key, before);
        won = changes === 1;
      }
      if ((flags & CommitFlag.STATUS) !== 0) updateStatus(key, won);
      if ((flags & CommitFlag.KEYS) !== 0) {
        const values = keyValues();
        if (won) actors.update(key, values);
      }
      if ((flags & CommitFlag.TRIGGERS) !== 0) updateTriggers(key, won);
      if ((flags & CommitFlag.OUTBOX) !== 0) updateOutbox(won);
      return won;
    }

    function updateOutbox(won: boolean): void {
      const growth = number();
      if (won) outboxGrowth += growth;
    }

    /**
     * The names of index keys are also registered for a commit that loses its compare-and-set. The column of a key is created when the
     * key's name is used for the first time.
     */
    function keyValues(): KeyValues {
      return Array.from({ length: number() }, (): KeyValues[number] => {
        const [no, kind] = [names.keyNo(text() ?? ''), number()];
        if (kind === KeyKind.TEXT) return [no, text()];
        return [no, kind === KeyKind.NUMBER ? number() : null];
      });
    }

    function updateStatus(key: number, won: boolean): void {
      const [health, healthBefore] = [number(), number()];
      const [type, status, statusBefore] = [text() ?? '', text(), text()];
      if (!won) return;
      const typeNo = names.typeNo(type);
      const statusNo = names.statusNo(status);
      statusOf.run(statusNo, health, key);
      add(typeNo, names.statusNo(statusBefore), healthBefore, -1);
      add(typeNo, statusNo, health, 1);
    }

    function updateTriggers(key: number, won: boolean): void {
      const [shard, rows] = [number(), number()];
      const type = text() ?? '';
      for (let row = 0; row < rows; row += 1) {
        const [kind, value, topic] = [number(), number(), text() ?? ''];
        if (won) writeTrigger({ type, topic, kind, value, key, shard });
      }
    }

    for (let at = 0; numberAt < numbers.length; at++) {
      const flags = number();
      const won = (flags & CommitFlag.CREATE) !== 0 ? create(flags) : update(flags);
      if (!won) losers.push(at);
    }
    if (outboxGrowth !== 0) outbox.run(outboxGrowth);
    for (const [group, change] of counts) if (change !== 0) count.run(...group.split(',').map(Number), change);
    return { firstSeq, losers, keys };
  };
}
