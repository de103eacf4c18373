import type { ActorCommit, StoreHandle } from '../../../runtime/record/actor-store.ts';
import { type ActorRecord, APPLIED_KEPT, type Trigger } from '../../../runtime/record/record.ts';
import { encodeDelta } from '../../../runtime/record/record-delta.ts';
import { encodeFull } from '../../../runtime/record/record-full.ts';
import { sameTriggers, triggerChanges } from '../../../runtime/record/record-triggers.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { changedKeys, namedKeys } from '../../../values/index-keys.ts';
import { type CommitBatch, type CommitBatchResult, CommitFlag, KeyKind, TriggerRow } from './commit-batch.ts';
import { ENTRY_END, encodeEntry, NOWHERE } from './delta-entry.ts';
import { healthNumber } from './health-number.ts';
import { storedText } from './stored-text.ts';

/**
 * The store's own data about one actor, which the store keeps in memory: the actor's row, its newest delta (the changes of one commit), and
 * the number of deltas after its last full record. For an actor that cannot be read, it also contains a record with the values that the
 * indexes have now; the next commit compares its own values with these.
 */
export type SqliteHandle = { readonly ref: number; seq: number; off: number; len: number; depth: number; indexed?: ActorRecord };

/** Maximum count of numbers that one commit without triggers adds to the batch; see `CommitBatch`. */
const USUAL_NUMBERS = 14;

/**
 * The size in bytes at which a chunk (one row of the table `commits`) is full. A chunk is small, because to read a delta, SQLite reads the
 * row that contains it from the beginning up to the delta.
 */
const CHUNK_BYTES = 16_384;

export type EncodedCommits = {
  readonly batch: CommitBatch;
  /** Updates the handles (the store's own data about actors) of the successful commits. */
  settle(result: CommitBatchResult): ('won' | 'conflict')[];
};

/**
 * Encodes commits as the message to the writer's thread.
 * @throws TerminalError `invalid-commit` for a commit without a handle, or a commit that skips a revision
 */
export function encodeCommits(commits: readonly ActorCommit[]): EncodedCommits {
  const numbers = createNumberList(commits.length * USUAL_NUMBERS);
  const texts: (string | null)[] = [];
  const chunkEnds: number[] = [];
  /**
   * For each commit, the position of its delta (its changes): chunk, offset and length. For a commit that writes a full record, the length
   * is 0.
   */
  const places: number[] = [];
  let deltas = '';
  let chunkStart = 0;
  let atMs = 0;

  function addDelta(commit: ActorCommit, previous: ActorRecord, handle: SqliteHandle): void {
    const entry = encodeEntry(handle, handle.ref, commit.next.revision, encodeDelta(previous, commit.next, commit.note));
    if (deltas.length - chunkStart + entry.length > CHUNK_BYTES && deltas.length > chunkStart) endChunk();
    const off = deltas.length - chunkStart;
    numbers.add(chunkEnds.length);
    numbers.add(off);
    numbers.add(entry.length);
    places.push(chunkEnds.length, off, entry.length);
    deltas += entry + ENTRY_END;
  }
  function endChunk(): void {
    chunkEnds.push(deltas.length);
    chunkStart = deltas.length;
  }

  for (const commit of commits) {
    const { next, note } = commit;
    if (note.atMs > atMs) atMs = note.atMs;
    if (commit.previous === null) {
      addCreation(numbers, texts, commit);
      places.push(0, 0, 0);
      continue;
    }
    const handle = handleOf(commit, commit.previous);
    const previous = handle.indexed ?? commit.previous;
    const isFull = handle.depth >= APPLIED_KEPT - 1;
    const changesWake = previous.wakeAtMs !== next.wakeAtMs;
    const changesStatus = previous.keys.status !== next.keys.status || previous.health.state !== next.health.state;
    const changesTriggers = !sameTriggers(previous.triggers, next.triggers);
    const keys = changedKeys(previous.keys, next.keys);
    const outboxGrowth = next.outbox.length - previous.outbox.length;
    const flags =
      (isFull ? CommitFlag.FULL : 0) |
      (changesWake ? CommitFlag.WAKE : 0) |
      (changesStatus ? CommitFlag.STATUS : 0) |
      (keys.length === 0 ? 0 : CommitFlag.KEYS) |
      (changesTriggers ? CommitFlag.TRIGGERS : 0) |
      (outboxGrowth === 0 ? 0 : CommitFlag.OUTBOX);
    numbers.add(flags);
    numbers.add(handle.ref);
    numbers.add(previous.revision);
    if (isFull) {
      texts.push(encodeFull(next, note, previous.snapshot.value));
      places.push(0, 0, 0);
    } else addDelta(commit, previous, handle);
    if (changesWake) numbers.add(next.wakeAtMs ?? Number.NaN);
    if (changesStatus) addStatus(numbers, texts, previous, next);
    if (keys.length > 0) addKeys(numbers, texts, keys, next);
    if (changesTriggers) addTriggers(numbers, texts, previous.triggers, next);
    if (outboxGrowth !== 0) numbers.add(outboxGrowth);
  }
  if (deltas.length > chunkStart) endChunk();

  return {
    batch: { atMs, numbers: numbers.all(), texts, deltas, chunkEnds },
    settle: (result) => settle(commits, places, result),
  };
}

function settle(commits: readonly ActorCommit[], places: readonly number[], result: CommitBatchResult): ('won' | 'conflict')[] {
  const { firstSeq, keys } = result;
  const losers = new Set(result.losers);
  let created = 0;
  return commits.map((commit, at) => {
    if (losers.has(at)) return 'conflict';
    const [chunk = 0, off = 0, len = 0] = [places[at * 3], places[at * 3 + 1], places[at * 3 + 2]];
    if (commit.previous === null) {
      const handle: SqliteHandle = { ref: keys[created++] ?? 0, ...NOWHERE, depth: 0 };
      commit.handle = handle;
    } else if (isSqliteHandle(commit.handle)) {
      const { handle } = commit;
      handle.depth = len === 0 ? 0 : handle.depth + 1;
      handle.seq = len === 0 ? 0 : firstSeq + chunk;
      handle.off = off;
      handle.len = len;
      // Deleting a field makes a JavaScript object slow. So `indexed` is deleted only from those few handles that have this field.
      if (handle.indexed !== undefined) delete handle.indexed;
    }
    return 'won';
  });
}

function addCreation(numbers: NumberList, texts: (string | null)[], { next, note, from }: ActorCommit): void {
  const keys = namedKeys(next.keys).map(([name]) => name);
  for (const number of [
    CommitFlag.CREATE | (next.triggers === undefined ? 0 : CommitFlag.TRIGGERS) | (next.outbox.length === 0 ? 0 : CommitFlag.OUTBOX),
    next.revision,
    next.shard,
    next.wakeAtMs ?? Number.NaN,
    healthNumber(next.health.state),
    next.createdAtMs,
  ]) {
    numbers.add(number);
  }
  texts.push(storedText(next.id), storedText(next.type), encodeFull(next, note, from ?? null), storedOrNull(next.keys.status));
  addKeys(numbers, texts, keys, next);
  if (next.triggers !== undefined) addTriggers(numbers, texts, undefined, next);
  if (next.outbox.length > 0) numbers.add(next.outbox.length);
}

function addTriggers(numbers: NumberList, texts: (string | null)[], before: readonly Trigger[] | undefined, next: ActorRecord): void {
  const { removed, added } = triggerChanges(before, next.triggers);
  numbers.add(next.shard);
  numbers.add(removed.length + added.length);
  texts.push(storedText(next.type));
  const addRow = ({ topic, op, value }: Trigger, change: number) => {
    numbers.add(change | (op === 'at-least' ? TriggerRow.AT_LEAST : TriggerRow.AT_MOST));
    numbers.add(value);
    texts.push(storedText(topic));
  };
  for (const trigger of removed) addRow(trigger, TriggerRow.REMOVED);
  for (const trigger of added) addRow(trigger, 0);
}

function addKeys(numbers: NumberList, texts: (string | null)[], names: readonly string[], { keys }: ActorRecord): void {
  numbers.add(names.length);
  for (const name of names) {
    const value = keys[name] ?? null;
    texts.push(storedText(name));
    if (typeof value === 'string') {
      numbers.add(KeyKind.TEXT);
      texts.push(storedText(value));
    } else {
      numbers.add(value === null ? KeyKind.NONE : KeyKind.NUMBER);
      if (value !== null) numbers.add(value);
    }
  }
}

function addStatus(numbers: NumberList, texts: (string | null)[], previous: ActorRecord, next: ActorRecord): void {
  numbers.add(healthNumber(next.health.state));
  numbers.add(healthNumber(previous.health.state));
  texts.push(storedText(next.type), storedOrNull(next.keys.status), storedOrNull(previous.keys.status));
}

/**
 * A list of numbers that writes directly into the array that is sent to the writer's thread. Collecting the numbers in an ordinary list
 * first would cost a microsecond per commit.
 */
type NumberList = { readonly add: (number: number) => void; readonly all: () => Float64Array };

function createNumberList(capacity: number): NumberList {
  let numbers = new Float64Array(capacity);
  let count = 0;
  function grow(): void {
    const larger = new Float64Array(2 * numbers.length);
    larger.set(numbers);
    numbers = larger;
  }
  return {
    add(number) {
      if (count === numbers.length) grow();
      numbers[count] = number;
      count += 1;
    },
    all: () => numbers.slice(0, count),
  };
}

function storedOrNull(text: string | null): string | null {
  return text === null ? null : storedText(text);
}

function handleOf({ handle, next }: ActorCommit, previous: ActorRecord): SqliteHandle {
  if (isSqliteHandle(handle) && next.revision === previous.revision + 1) return handle;
  const message =
    next.revision === previous.revision + 1
      ? `The change of ${next.id} lacks the handle that this store returns with each record.`
      : `The change of ${next.id} goes from revision ${previous.revision} to ${next.revision}, but each change must increase the revision by 1.`;
  throw new TerminalError({ code: 'invalid-commit', message, status: 500 });
}

function isSqliteHandle(handle: StoreHandle | null): handle is SqliteHandle {
  return handle !== null && typeof handle.ref === 'number' && 'depth' in handle;
}
