import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import type { ActorRecord } from '../../../../src/runtime/record/record.ts';
import { openMongoStore } from '../open-mongo.ts';
import { change, createAll, firstRecord, heldAfter, loadHeld, outboxEntry } from './sample-records.ts';

/**
 * A process that writes to a store until the test kills it, or until it has won `rounds` commits to each of its actors: `bun
 * writing-child.ts <path or mongodb://...> <name> <actors> <rounds> [shared]`. It prints acknowledged commits, one line per batch. With
 * `shared`, all processes write to the same actors; after a conflict a process loads the actor again and retries.
 */
const [path = '', name = '', actorCount = '1', rounds = '1', shared] = process.argv.slice(2);
const store = path.startsWith('mongodb:')
  ? openMongoStore(path).store
  : createSqliteStore({ path, clock: { now: () => Date.now() } }).actors;
const ids = Array.from({ length: Number(actorCount) }, (_, at) => `${shared ?? name}/${at}`);

if (shared === undefined) {
  await createAll(
    store,
    ids.map((id) => firstRecord(id)),
  );
}
/** Changes an actor's status and outbox at each revision. So the test would detect totals that are wrong after a kill. */
function churn({ revision, keys }: ActorRecord): Partial<ActorRecord> {
  const outbox = Array.from({ length: revision % 3 }, (_, at) => outboxEntry({ key: `k/${at}` }));
  return { outbox, keys: { ...keys, status: revision % 5 < 2 ? 'active' : 'done' } };
}

let held = await Promise.all(ids.map((id) => loadHeld(store, id)));
for (let round = 0; round < Number(rounds); round++) {
  let open = held;
  held = [];
  while (open.length > 0) {
    const commits = open.map((one) => change(one, churn(one.record)));
    const results = await store.commit(commits);
    const won = commits.flatMap((commit, at) => (results[at] === 'won' ? [heldAfter(commit, 'won')] : []));
    held.push(...won);
    process.stdout.write(`${JSON.stringify(won.map(({ record }) => [record.id, record.revision]))}\n`);
    const lost = commits.filter((_, at) => results[at] === 'conflict');
    open = await Promise.all(lost.map(({ next }) => loadHeld(store, next.id)));
  }
}
await store.close();
