import type { Database } from 'bun:sqlite';
import type { ActorStore, LoadedActor } from '../../../runtime/record/actor-store.ts';
import type { ActorId, HistoryEntry } from '../../../runtime/record/record.ts';
import { entriesOfChain, recordOfChain } from '../../../runtime/record/record-chain.ts';
import { textIfWhole } from '../packed-text.ts';
import { createActorLister } from './actor-list.ts';
import { createDamagedReader } from './damaged-row.ts';
import { NOWHERE } from './delta-entry.ts';
import { createDueReader } from './due-rows.ts';
import { encodeCommits, type SqliteHandle } from './encode-commits.ts';
import { createChainReader } from './read-chain.ts';
import { storedText, textFromStored } from './stored-text.ts';
import { createTriggerReader } from './trigger-rows.ts';
import type { WriterClient } from './writer-client.ts';

export type SqliteActorStoreDeps = {
  readonly writer: WriterClient;
  /** Runs several reads on the same state of the file, and converts SQLite's errors to errors of this program. */
  readonly reading: <T>(read: (db: Database) => T) => Promise<T>;
  readonly db: Database;
  readonly close: () => Promise<void>;
};

/** Number of full records that `hasApplied` checks before it lets other work run. */
const LOOKED_AT_ONCE = 64;

/**
 * Creates an actor store in SQLite. Commits are sent to the writer's thread; reads run in this thread. `load` takes some ten microseconds
 * per actor. `counts`, and `count` by type, status and health, read only one row for each combination of these values. `history` reads at
 * most 15 more deltas than it returns. `hasApplied` reads one full record for every 16 revisions.
 */
export function createSqliteActorStore({ writer, reading, db, close }: SqliteActorStoreDeps): ActorStore {
  const chains = createChainReader(db);
  const readDamaged = createDamagedReader(db);
  const lister = createActorLister(db);
  const due = createDueReader(db);
  const triggers = createTriggerReader(db);
  const keyById = db.prepare('SELECT key FROM actors WHERE id = ?');
  const idByKey = db.prepare('SELECT id FROM actors WHERE key = ?');
  const headRevision = db.prepare('SELECT revision FROM heads WHERE key = ?');
  const fullsBefore = db.prepare('SELECT revision, body FROM fulls WHERE key = ? AND revision < ? ORDER BY revision DESC LIMIT ?');

  function keyOf(id: ActorId): number | null {
    const row = keyById.values(storedText(id))[0];
    return row === undefined ? null : Number(row[0]);
  }

  function loadKey(key: number): LoadedActor | null {
    try {
      const chain = chains.current(key);
      if (chain === null) return null;
      const depth = chain.deltas.length;
      const { seq, off, len } = depth === 0 ? NOWHERE : chain.last;
      const handle: SqliteHandle = { ref: key, seq, off, len, depth };
      const record = recordOfChain(chain);
      if (record.revision !== chain.revision) throw new Error(`it is revision ${record.revision}`);
      return { record, handle };
    } catch (cause) {
      return readDamaged(key, { cause, before: () => historyOfKey(key, Number.MAX_SAFE_INTEGER, 1)[0] });
    }
  }

  function loadId(id: ActorId): LoadedActor | null {
    const key = keyOf(id);
    return key === null ? null : loadKey(key);
  }

  function historyOf(id: ActorId, beforeRevision: number, limit: number): HistoryEntry[] {
    const key = keyOf(id);
    return key === null ? [] : historyOfKey(key, beforeRevision, limit);
  }

  function historyOfKey(key: number, beforeRevision: number, limit: number): HistoryEntry[] {
    const entries: HistoryEntry[] = [];
    let newest = Math.min(Number(headRevision.values(key)[0]?.[0]), beforeRevision - 1);
    while (entries.length < limit && newest > 0) {
      const chain = chains.upTo(key, newest);
      if (chain === null) break;
      entries.push(...entriesOfChain(chain).reverse());
      newest = chain.base - 1;
    }
    return entries.slice(0, limit);
  }

  async function hasApplied(id: ActorId, eventId: string): Promise<boolean> {
    const current = await reading(() => loadId(id));
    if (current === null) return false;
    if (current.record.applied.includes(eventId)) return true;
    const key = Number(current.handle.ref);
    let before = current.record.revision;
    for (;;) {
      const rows = await reading(() => fullsBefore.values(key, before, LOOKED_AT_ONCE));
      if (rows.some(([, body]) => entriesOfChain({ full: textIfWhole(body), deltas: [] })[0]?.record.applied.includes(eventId)))
        return true;
      if (rows.length < LOOKED_AT_ONCE) return false;
      before = Number(rows.at(-1)?.[0]);
      await new Promise(setImmediate);
    }
  }

  return {
    name: 'sqlite',
    load: (ids) => reading(() => ids.map(loadId)),
    loadRefs: (refs) => reading(() => refs.map((ref) => loadKey(Number(ref)))),
    async commit(commits) {
      if (commits.length === 0) return [];
      const { batch, settle } = encodeCommits(commits);
      return settle(await writer.call('commit', batch));
    },
    due: (query) => reading(() => due(query)),
    topics: (type) => reading(() => triggers.topics(type)),
    triggered: (query) => reading(() => triggers.triggered(query)),
    list: (query) =>
      reading(() => {
        const { keys, cursor } = lister.page(query);
        return { actors: keys.map(loadKey).filter((actor) => actor !== null), cursor };
      }),
    listIds: (query) =>
      reading(() => {
        const { keys, cursor } = lister.page(query);
        return { ids: keys.flatMap((key) => idByKey.values(key).map(([id]) => textFromStored(String(id)))), cursor };
      }),
    count: (filter) => reading(() => lister.count(filter)),
    countUpTo: (filter, bounds) => reading(() => lister.countUpTo(filter, bounds)),
    history: (id, { beforeRevision = Number.MAX_SAFE_INTEGER, limit }) => reading(() => historyOf(id, beforeRevision, limit)),
    historyAt: (id, revision) =>
      reading(() => historyOf(id, revision + 1, 1)[0] ?? null).then((entry) => (entry?.revision === revision ? entry : null)),
    hasApplied,
    prune: (query) => writer.call('prune', query),
    async forget(actors) {
      const free = actors.filter(
        ({ record, damage }) => damage === undefined && record.outbox.length === 0 && record.triggers === undefined,
      );
      if (free.length === 0) return actors.map(() => false);
      const gone = await writer.call(
        'forget',
        free.map(({ record, handle }) => ({ key: Number(handle.ref), revision: record.revision })),
      );
      const keys = new Set(free.filter((_, at) => gone[at] === true).map(({ handle }) => handle.ref));
      return actors.map(({ handle }) => keys.has(handle.ref));
    },
    counts: () => reading(() => lister.counts()),
    close,
  };
}
