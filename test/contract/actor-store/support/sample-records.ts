import type { ActorCommit, ActorStore, CommitResult, StoreHandle } from '../../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, APPLIED_KEPT, HEALTHY, type HistoryNote, type OutboxEntry } from '../../../../src/runtime/record/record.ts';
import { shardOf } from '../../../../src/values/shard.ts';

/** Creates a record of an actor at its first revision. Its type is the text before the first slash of the id. */
export function firstRecord(id: string, changes: Partial<ActorRecord> = {}): ActorRecord {
  return {
    id,
    type: id.slice(0, id.indexOf('/')),
    shard: shardOf(id),
    revision: 1,
    version: 1,
    epoch: 0,
    snapshot: { status: 'active', value: 'waiting', context: { count: 0, label: 'é😀' } },
    applied: [`${id}#1`],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: { wallet: null, chainId: null, status: null },
    health: HEALTHY,
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    ...changes,
  };
}

export function outboxEntry(changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    key: 'vault/1/1/0',
    name: 'notify',
    params: {},
    state: 'ready',
    attempts: 0,
    nextAttemptAtMs: 1_000,
    leasedBy: null,
    leaseUntilMs: null,
    lastError: null,
    ...changes,
  };
}

/** Creates the record of the next revision, like a step of an actor: one context value is replaced, and the others are the same objects. */
export function nextRecord(previous: ActorRecord, changes: Partial<ActorRecord> = {}): ActorRecord {
  const revision = previous.revision + 1;
  const { snapshot, applied } = previous;
  return {
    ...previous,
    revision,
    snapshot: { ...snapshot, context: { ...snapshot.context, count: revision } },
    applied: [...applied, `${previous.id}#${revision}`].slice(-APPLIED_KEPT),
    updatedAtMs: previous.updatedAtMs + 1_000,
    ...changes,
  };
}

export function noteOf(record: ActorRecord): HistoryNote {
  return {
    event: { id: `${record.id}#${record.revision}`, type: 'COUNTED', payload: { revision: record.revision } },
    atMs: record.updatedAtMs,
    cause: { kind: 'http', by: 'request-1', trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  };
}

export type Held = { readonly record: ActorRecord; readonly handle: StoreHandle };

export function creation(record: ActorRecord): ActorCommit {
  return { previous: null, next: record, note: noteOf(record), handle: null };
}

export function change({ record, handle }: Held, changes: Partial<ActorRecord> = {}): ActorCommit {
  const next = nextRecord(record, changes);
  return { previous: record, next, note: noteOf(next), handle };
}

/** Returns the record with the handle that its successful commit returned. */
export function heldAfter(commit: ActorCommit, result: CommitResult | undefined): Held {
  if (result !== 'won' || commit.handle === null) throw new Error(`the commit to ${commit.next.id} was ${result}`);
  return { record: commit.next, handle: commit.handle };
}

export async function create(store: ActorStore, record: ActorRecord): Promise<Held> {
  const commit = creation(record);
  return heldAfter(commit, (await store.commit([commit]))[0]);
}

export async function createAll(store: ActorStore, records: readonly ActorRecord[]): Promise<Held[]> {
  const commits = records.map(creation);
  const results = await store.commit(commits);
  return commits.map((commit, at) => heldAfter(commit, results[at]));
}

export async function step(store: ActorStore, held: Held, changes: Partial<ActorRecord> = {}): Promise<Held> {
  const commit = change(held, changes);
  return heldAfter(commit, (await store.commit([commit]))[0]);
}

/** Commits further revisions until the actor has the given revision. */
export async function stepTo(store: ActorStore, held: Held, revision: number): Promise<Held> {
  let now = held;
  while (now.record.revision < revision) now = await step(store, now);
  return now;
}

export async function loadHeld(store: ActorStore, id: string): Promise<Held> {
  const [loaded] = await store.load([id]);
  if (loaded === null || loaded === undefined) throw new Error(`${id} is not there`);
  return loaded;
}
