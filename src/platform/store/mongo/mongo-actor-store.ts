import type { Db } from 'mongodb';
import type { ActorCommit, ActorStore, LoadedActor } from '../../../runtime/record/actor-store.ts';
import type { ActorId } from '../../../runtime/record/record.ts';
import { type IdSource, randomIds } from '../../../values/id-source.ts';
import { actorCollections } from './actor-collections.ts';
import { createActorCommitter } from './actor-commits.ts';
import { createActorCounts } from './actor-counts.ts';
import { createActorHistory } from './actor-history.ts';
import { createActorQueries } from './actor-queries.ts';
import { createTriggerQueries } from './actor-triggers.ts';
import type { EnsureIndexesDeps } from './ensure-indexes.ts';
import { forgetActors } from './forget-actors.ts';
import { createKeyIndexes } from './key-indexes.ts';
import type { MongoCall } from './mongo-call.ts';
import { readHeads } from './read-heads.ts';
import { sortableText } from './sortable-text.ts';

export type MongoActorStoreDeps = {
  /**
   * The database, with the options `DURABLE`. The indexes of `actorIndexes` must exist, because queries name the index that MongoDB must
   * use.
   */
  readonly db: Db;
  /** Access to the database with longer time limits, for building the indexes of index keys. */
  readonly builder: EnsureIndexesDeps['builder'];
  /** Runs a call of the database within a time limit and translates its errors. */
  readonly call: MongoCall;
  readonly close: () => Promise<void>;
  /** Creates commit tokens. Each token must be unique among all stores. Default: random. */
  readonly ids?: IdSource;
};

/**
 * Creates an actor store in MongoDB. Each actor is one document that is replaced by compare-and-set; its earlier revisions are in a second
 * collection. It needs no transactions. Number of calls to the server: two for a group of commits (one if it only creates actors, three if
 * it both creates and updates), and up to two more when some of the commits lost their compare-and-set; for triggered actors one for every
 * 50 topics with a value; for everything else one or two. Lists, counts and due actors need one more call without a type.
 */
export function createMongoActorStore({ db, builder, call, close, ids = randomIds }: MongoActorStoreDeps): ActorStore {
  const collections = actorCollections(db);
  const { actors } = collections;
  const committer = createActorCommitter(collections, createTokens(ids()));
  const indexes = createKeyIndexes({ db, builder, call });
  const queries = createActorQueries(collections, indexes);
  const counts = createActorCounts(collections);
  const triggers = createTriggerQueries(collections);
  const history = createActorHistory(collections);

  async function load(wanted: readonly ActorId[]): Promise<(LoadedActor | null)[]> {
    if (wanted.length === 0) return [];
    const keys = wanted.map(sortableText);
    const projection = { token: 1, events: 1, body: 1 };
    // The batch size exceeds the number of possible results by one. If the results filled the batch, MongoDB would keep the query's cursor
    // open, and closing the cursor would need another call to the server.
    const find = actors.find({ _id: { $in: keys } }, { projection, batchSize: keys.length + 1 });
    const found = new Map((await readHeads(collections, await find.toArray())).map((actor) => [actor.record.id, actor]));
    return wanted.map((id) => found.get(id) ?? null);
  }

  return {
    name: 'mongodb',
    load: (wanted) => call(() => load(wanted)),
    loadRefs: (refs) => call(() => load(refs.map(String))),
    async commit(commits) {
      await indexes.ensure(keyNames(commits));
      const attempts = commits.map(committer.encode);
      return call(() => committer.commit(attempts));
    },
    due: (query) => call(() => queries.due(query)),
    topics: (type) => call(() => triggers.topics(type)),
    triggered: (query) => call(() => triggers.triggered(query)),
    list: (query) => call(() => queries.list(query)),
    listIds: (query) => call(() => queries.listIds(query)),
    count: (filter) => call(() => queries.count(filter)),
    countUpTo: (filter, bounds) => call(() => queries.countUpTo(filter, bounds)),
    history: (id, page) => call(() => history.history(id, page)),
    historyAt: (id, revision) => call(() => history.historyAt(id, revision)),
    hasApplied: (id, eventId) => call(() => history.hasApplied(id, eventId)),
    prune: (query) => call(() => history.prune(query)),
    forget: (found) => call(() => forgetActors(collections, found)),
    counts: () => call(counts),
    close,
  };
}

/** Returns the names of all index keys that the commits use, each only once. Many commits of a few actor types use the same keys. */
function keyNames(commits: readonly ActorCommit[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { next } of commits) for (const name in next.keys) if (name !== 'status' && next.keys[name] !== null) names.add(name);
  return names;
}

function createTokens(prefix: string): () => string {
  let drawn = 0;
  return () => `${prefix}/${(drawn++).toString(36)}`;
}
