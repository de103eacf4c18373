import type { Config } from '../../config/compile-settings.ts';
import type { OnWrongDocument } from '../../platform/store/record-document.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore, ListPage } from '../../runtime/record/actor-store.ts';
import type { Clock } from '../../values/clock.ts';
import { clockFinding, type Finding, looked, ok, wrong } from '../../values/finding.ts';
import type { JsonObject } from '../../values/json.ts';
import { pagesOf } from '../../values/pages-of.ts';

/** Functions and data with which the doctor accesses the store that the settings specify. */
export type StoreAccess = {
  /** Returns the path at which the store is missing when the store does not exist yet; null when the store exists. */
  readonly missingAt: (config: Config) => string | null;
  /** Opens the store for the examination. @throws CoxswainError with a one-line explanation */
  readonly open: (config: Config, clock: Clock, onWrong: OnWrongDocument) => Promise<ExaminedStore>;
  readonly emptyRecords: (clock: Clock) => RecordStore;
  /** All record collections that this program declares. */
  readonly collections: readonly CollectionSpec[];
  /** The collection to which the doctor writes a test document, to find out whether the store accepts writes. */
  readonly probes: CollectionSpec;
  /** Returns a new id for a test document. */
  readonly newProbeId: () => string;
  /** Returns the id of the actor that has been overdue for the longest time; null when none is overdue. */
  readonly findOverdue: (
    actors: ActorStore,
    at: { readonly config: Config; readonly clock: Clock; readonly beforeMs: number },
  ) => Promise<string | null>;
  /** Reads the clock of the MongoDB server (UTC ms); null when the server does not report it. */
  readonly readMongoTime: (url: string) => Promise<number | null>;
};

export type ExaminedStore = {
  readonly actors: ActorStore;
  readonly records: RecordStore;
  /** Kind and location of the store in a human-readable text without credentials. */
  readonly description: string;
  readonly close: () => Promise<void>;
};

/** Milliseconds after its due time from which the doctor reports an actor as overdue. */
const OVERDUE_AFTER_MS = 120_000;
/** Maximum number of actor records that the doctor reads; also the maximum number of documents that it reads from each collection. */
const MOST_READ = 20_000;
const READ_AT_ONCE = 500;
/** Lifetime of the test document in ms. If the doctor ends before it deletes the document, the store removes it after this time. */
const KEPT_MS = 60_000;

export type StoreExamination = {
  readonly findings: readonly Finding[];
  /** Findings about the store's contents, shown at the end of the report, after the findings of the modules. */
  readonly lastFindings: readonly Finding[];
  /** The opened store; null when it does not exist yet or cannot be opened. */
  readonly store: ExaminedStore | null;
  /** The records of the store; an empty record store when the store is not open. */
  readonly records: RecordStore;
};

/** Opens and examines the store that the settings specify. The caller must close it. */
export async function examineStore(config: Config, clock: Clock, access: StoreAccess): Promise<StoreExamination> {
  const none = { store: null, records: access.emptyRecords(clock), lastFindings: [] };
  const missingAt = access.missingAt(config);
  if (missingAt !== null) return { ...none, findings: [ok('store', `no store exists yet at ${missingAt}; the first start creates it`)] };
  const found: ExaminedStore[] = [];
  const wrongDocuments = new Set<string>();
  const opened = await looked('store', 'Correct MONGODB_URL or DATA_DIR, or restart the store.', async () => {
    const store = await access.open(config, clock, (collection, error) =>
      wrongDocuments.add(`${collection}: ${error instanceof Error ? error.message : String(error)}`),
    );
    found.push(store);
    const { actors } = await store.actors.counts();
    return ok('store', `${store.description}, ${actors} actors`);
  });
  const [open] = found;
  if (open === undefined) return { ...none, findings: [opened] };
  const findings = [
    opened,
    await writes(open, clock, access),
    await indexes(open, access),
    await documentsFinding(open, wrongDocuments, access),
    ...(await actorFindings(config, open, clock, access)),
  ];
  const lastFindings = config.mongodbUrl === undefined ? [] : [await mongoClock(config.mongodbUrl, clock, access)];
  return { findings, lastFindings, store: open, records: open.records };
}

/** Tests whether the store accepts writes, by writing a test document and deleting it again. */
function writes({ records }: ExaminedStore, clock: Clock, access: StoreAccess): Promise<Finding> {
  return looked('store writes', 'Until the store accepts writes, nothing new is stored and no scheduled work (tick) starts.', async () => {
    const probes = records.collection<JsonObject>(access.probes);
    const id = access.newProbeId();
    await probes.put(id, { untilMs: clock.now() + KEPT_MS });
    const found = await probes.get(id);
    await probes.remove(id);
    if (found === null) return wrong('store writes', 'A test document was written, but was not found when it was read.');
    return ok('store writes', 'a test document was written and read');
  });
}

/**
 * Checks that all indexes exist as declared. Opening the store, and using a collection for the first time, create missing indexes and fail
 * when an index differs from its declaration. So this check uses each collection once.
 */
function indexes({ records }: ExaminedStore, { collections }: StoreAccess): Promise<Finding> {
  return looked('indexes', 'Drop the index that differs. The next start of the service builds this index again.', async () => {
    for (const spec of collections) await records.collection(spec).scan({ limit: 1 });
    return ok('indexes', `the indexes of the actors and of ${collections.length} collections are as declared`);
  });
}

/**
 * Reports stored documents that cannot be read.
 * @param wrongOnes ids of unreadable documents, which the store adds and skips while pages are read
 */
function documentsFinding({ records }: ExaminedStore, wrongOnes: ReadonlySet<string>, { collections }: StoreAccess): Promise<Finding> {
  return looked('documents', 'Restore these documents from a backup, or remove them.', async () => {
    for (const spec of collections) {
      let read = 0;
      for await (const { rows } of pagesOf((after) => records.collection(spec).scan({ limit: READ_AT_ONCE, ...after }))) {
        read += rows.length;
        if (read >= MOST_READ) break;
      }
    }
    const [first] = wrongOnes;
    if (first === undefined) return ok('documents', 'all documents can be read');
    return wrong('documents', `${wrongOnes.size} documents cannot be read and are ignored: ${first}`);
  });
}

async function actorFindings(config: Config, { actors }: ExaminedStore, clock: Clock, access: StoreAccess): Promise<Finding[]> {
  const todo = '"actors list" shows the actors.';
  return [
    await looked('quarantine', todo, async () => {
      const count = await actors.count({ health: 'quarantined' });
      if (count === 0) return ok('quarantine', 'no actor is quarantined');
      return wrong(
        'quarantine',
        `${count} actors are quarantined: list them with "actors list --health quarantined", then restore or release them.`,
      );
    }),
    await looked('actor records', todo, () => recordsFinding(actors)),
    await looked('overdue', todo, async () => {
      const found = await access.findOverdue(actors, { config, clock, beforeMs: clock.now() - OVERDUE_AFTER_MS });
      if (found === null) return ok('overdue', 'no actor is overdue');
      return wrong(
        'overdue',
        `${found}, and possibly others, are overdue. Check that a node runs that processes actors (CRON is not false). "actors list --overdue" shows all.`,
      );
    }),
  ];
}

/**
 * Reports actor records that cannot be read. A running node notices such a record only when it needs that actor, which may be much later or
 * never.
 */
async function recordsFinding(actors: ActorStore): Promise<Finding> {
  const damaged: string[] = [];
  let read = 0;
  let cursor: string | null = null;
  do {
    const page: ListPage = await actors.list({ order: 'newest', limit: READ_AT_ONCE, ...(cursor === null ? {} : { cursor }) });
    read += page.actors.length;
    damaged.push(...page.actors.flatMap((found) => (found.damage === undefined ? [] : [found.record.id])));
    cursor = page.cursor;
  } while (cursor !== null && read < MOST_READ);
  const among = cursor === null ? '' : ` of the newest ${read}`;
  if (damaged.length === 0) return ok('actor records', `all${among} can be read`);
  const [first] = damaged;
  return wrong(
    'actor records',
    `${damaged.length}${among} cannot be read: ${first}${damaged.length > 1 ? ', and others' : ''}. To repair an actor, use "actors history ID", and then "actors restore ID --revision N".`,
  );
}

function mongoClock(url: string, clock: Clock, { readMongoTime }: StoreAccess): Promise<Finding> {
  return looked('store clock', 'Restart MongoDB or restore the connection.', async () => {
    const askedMs = clock.now();
    const theirMs = await readMongoTime(url);
    const tookMs = clock.now() - askedMs;
    return theirMs === null
      ? ok('store clock', 'MongoDB does not report its time')
      : clockFinding('store clock', theirMs, askedMs + tookMs / 2, tookMs);
  });
}
