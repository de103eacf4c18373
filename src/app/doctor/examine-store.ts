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
/** What should have been served by then, and was not. */
const OVERDUE_AFTER_MS = 120_000;
/** Actors whose records are read, and documents of one collection, at most. */
const MOST_READ = 20_000;
const READ_AT_ONCE = 500;
/** Should the doctor die before it has removed it. */
const KEPT_MS = 60_000;

export type ExaminedStore = {
  readonly findings: readonly Finding[];
  /** Null when there is none yet, or it cannot be used. */
  readonly store: OpenStore | null;
  /** The store's, or empty ones when it has none to look into. */
  readonly records: RecordStore;
};

/** Opens the store of the settings, and looks at what is in it. Who calls closes it. */
export async function examineStore(config: Config, clock: Clock): Promise<ExaminedStore> {
  const url = storeUrlOf(config);
  const none = { store: null, records: createMemoryRecordStore({ clock }) };
  if (url.startsWith(SQLITE) && !existsSync(url.slice(SQLITE.length))) {
    return { ...none, findings: [ok('store', `none yet at ${url.slice(SQLITE.length)}; the first start makes it`)] };
  }
  const found: OpenStore[] = [];
  const wrongDocuments = new Set<string>();
  const opened = await looked('store', 'Mend MONGODB_URL or DATA_DIR, or bring the store back.', async () => {
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

/** A document of the doctor's own, removed after. */
function writes({ records }: OpenStore, clock: Clock): Promise<Finding> {
  return looked('store writes', 'Until that is mended nothing new is recorded, and no tick begins.', async () => {
    const probes = records.collection<JsonObject>(STORE_PROBES);
    const id = `doctor-${randomBytes(6).toString('hex')}`;
    await probes.put(id, { untilMs: clock.now() + KEPT_MS });
    const found = await probes.get(id);
    await probes.remove(id);
    if (found === null) return wrong('store writes', 'What was written is not there when it is read.');
    return ok('store writes', 'what is written is there when it is read');
  });
}

/** Opening a store, and asking a collection for the first time, builds the declared indexes that are missing and compares the others. */
function indexes({ records }: OpenStore): Promise<Finding> {
  return looked('indexes', 'Drop the index that differs; the next start builds it.', async () => {
    for (const spec of collections) await records.collection(spec).scan({ limit: 1 });
    return ok('indexes', `as declared, of the actors and of ${collections.length} collections`);
  });
}

/** @param wrongOnes is told of each that the store leaves out */
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
    if (first === undefined) return ok('documents', 'those of all collections can be read');
    return wrong('documents', `${wrongOnes.size} cannot be read, and are left out: ${first}`);
  });
}

async function actorFindings(config: Config, { actors }: OpenStore, clock: Clock): Promise<Finding[]> {
  const { operator } = createOperatorSystem(actors, { config, clock });
  const todo = 'Look into it with "actors list".';
  return [
    await looked('quarantine', todo, async () => {
      const count = await actors.count({ health: 'quarantined' });
      if (count === 0) return ok('quarantine', 'no actor is set aside');
      return wrong('quarantine', `${count} actors are set aside: "actors list --health quarantined", then restore or release them.`);
    }),
    await looked('actor records', todo, () => recordsFinding(actors)),
    await looked('overdue', todo, async () => {
      const page = await operator.list({ order: 'oldest', limit: 1, wakeBeforeMs: clock.now() - OVERDUE_AFTER_MS });
      const [found] = page.actors;
      if (found === undefined) return ok('overdue', 'nothing waits longer than it should');
      return wrong(
        'overdue',
        `${found.record.id}, or more, should have been served: does a node run, and tick (CRON)? "actors list --overdue" shows all.`,
      );
    }),
  ];
}

/** A node meets a record that cannot be read only when it needs it, which may be never. */
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
    if (count === 0) return ok('deferred', 'everything that vaults told was done');
    const oldest = Math.min(...totals.map(({ oldestAtMs }) => oldestAtMs ?? Number.POSITIVE_INFINITY));
    const since = `since ${new Date(oldest).toISOString()}`;
    return wrong('deferred', `${count} things that vaults told could not be done, the oldest ${since}: "deferred list" says why.`);
  });
}

function mongoClock(url: string, clock: Clock): Promise<Finding> {
  return looked('store clock', 'Bring MongoDB back.', async () => {
    const { readMongoTime } = await import('../../platform/store/mongo/read-server-time.ts');
    const askedMs = clock.now();
    const theirMs = await readMongoTime(url);
    const tookMs = clock.now() - askedMs;
    return theirMs === null
      ? ok('store clock', 'MongoDB does not tell its time')
      : clockFinding('store clock', theirMs, askedMs + tookMs / 2, tookMs);
  });
}
