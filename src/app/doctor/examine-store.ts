import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { createDeferredList } from '../../operator/deferred/deferred-list.ts';
import { createOperatorActs } from '../../operator/operations/operator-acts.ts';
import { createMemoryRecordStore } from '../../platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { ActorStore, ListPage } from '../../runtime/record/actor-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { JsonObject } from '../../values/json.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { type OpenStore, openStoreAt, storeUrlOf } from '../open-store.ts';
import { createOperatorSystem } from '../operator-system.ts';
import { collections } from '../registry.ts';
import { STORE_PROBES } from '../watch-store.ts';
import { clockFinding, type Finding, looked, ok, wrong } from './finding.ts';

const SQLITE = 'sqlite:';
/** Milliseconds after which a due actor that was not served counts as overdue. */
const OVERDUE_AFTER_MS = 120_000;
/** Limits of the actor records, and of the documents of a collection, that are read. */
const MOST_READ = 20_000;
const READ_AT_ONCE = 500;
/** Lifetime of the test document in ms, in case the doctor ends before it deletes the document. */
const KEPT_MS = 60_000;

export type ExaminedStore = {
  readonly findings: readonly Finding[];
  /** Null when the store does not exist yet or cannot be opened. */
  readonly store: OpenStore | null;
  /** The records of the store, or empty ones without a store. */
  readonly records: RecordStore;
};

/** Opens and checks the store of the settings. The caller closes it. */
export async function examineStore(config: Config, clock: Clock): Promise<ExaminedStore> {
  const url = storeUrlOf(config);
  const none = { store: null, records: createMemoryRecordStore({ clock }) };
  if (url.startsWith(SQLITE) && !existsSync(url.slice(SQLITE.length))) {
    return { ...none, findings: [ok('store', `none yet at ${url.slice(SQLITE.length)}; the first start creates it`)] };
  }
  const found: OpenStore[] = [];
  const wrongDocuments = new Set<string>();
  const opened = await looked('store', 'Correct MONGODB_URL or DATA_DIR, or restart the store.', async () => {
    const store = await openStoreAt(url, clock, (collection, error) =>
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
    await writes(open, clock),
    await indexes(open),
    await documentsFinding(open, wrongDocuments),
    ...(await actorFindings(config, open, clock)),
    await deferredFinding(open, clock),
  ];
  if (config.mongodbUrl !== undefined) findings.push(await mongoClock(config.mongodbUrl, clock));
  return { findings, store: open, records: open.records };
}

/** Tests writing with a document that is deleted again. */
function writes({ records }: OpenStore, clock: Clock): Promise<Finding> {
  return looked('store writes', 'Until this is fixed nothing new is recorded, and no tick starts.', async () => {
    const probes = records.collection<JsonObject>(STORE_PROBES);
    const id = `doctor-${randomBytes(6).toString('hex')}`;
    await probes.put(id, { untilMs: clock.now() + KEPT_MS });
    const found = await probes.get(id);
    await probes.remove(id);
    if (found === null) return wrong('store writes', 'A written document was not found when it was read.');
    return ok('store writes', 'a written document can be read');
  });
}

/** Compares the indexes. Opening a store and first using a collection creates missing indexes. */
function indexes({ records }: OpenStore): Promise<Finding> {
  return looked('indexes', 'Drop the differing index; the next start builds it.', async () => {
    for (const spec of collections) await records.collection(spec).scan({ limit: 1 });
    return ok('indexes', `as declared, of the actors and of ${collections.length} collections`);
  });
}

/** Reports documents that cannot be read. @param wrongOnes documents that the store skipped */
function documentsFinding({ records }: OpenStore, wrongOnes: ReadonlySet<string>): Promise<Finding> {
  return looked('documents', 'Restore them from a backup, or remove them.', async () => {
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

async function actorFindings(config: Config, { actors }: OpenStore, clock: Clock): Promise<Finding[]> {
  const { operator } = createOperatorSystem(actors, { config, clock });
  const todo = 'Look into it with "actors list".';
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
      const page = await operator.list({ order: 'oldest', limit: 1, wakeBeforeMs: clock.now() - OVERDUE_AFTER_MS });
      const [found] = page.actors;
      if (found === undefined) return ok('overdue', 'no actor is overdue');
      return wrong(
        'overdue',
        `${found.record.id}, and possibly others, are overdue. Check that a node runs with ticks (CRON). "actors list --overdue" shows all.`,
      );
    }),
  ];
}

/** Reports actor records that cannot be read. A node notices such a record only when it needs it, which may be never. */
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
    `${damaged.length}${among} cannot be read: ${first}${damaged.length > 1 ? ', and others' : ''}. "actors history ID", then "actors restore ID --revision N".`,
  );
}

function deferredFinding({ records }: OpenStore, clock: Clock): Promise<Finding> {
  return looked('deferred', 'Look into it with "deferred list".', async () => {
    const totals = await createDeferredList({ records, acts: createOperatorActs({ records }), clock }).totals();
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    if (count === 0) return ok('deferred', 'all vault events were processed');
    const oldest = Math.min(...totals.map(({ oldestAtMs }) => oldestAtMs ?? Number.POSITIVE_INFINITY));
    const since = `since ${new Date(oldest).toISOString()}`;
    return wrong('deferred', `${count} vault events could not be processed, the oldest ${since}: "deferred list" shows the reasons.`);
  });
}

function mongoClock(url: string, clock: Clock): Promise<Finding> {
  return looked('store clock', 'Restart MongoDB or restore the connection.', async () => {
    const { readMongoTime } = await import('../../platform/store/mongo/read-server-time.ts');
    const askedMs = clock.now();
    const theirMs = await readMongoTime(url);
    const tookMs = clock.now() - askedMs;
    return theirMs === null
      ? ok('store clock', 'MongoDB does not report its time')
      : clockFinding('store clock', theirMs, askedMs + tookMs / 2, tookMs);
  });
}
