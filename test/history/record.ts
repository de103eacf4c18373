// bun test/history/record.ts STORE_URL
// Writes the whole history of one actor of every type in a store to `recorded/<type>.v<version>.ndjson`. It is run once for each released
// version of a definition, on a store from a crash campaign (`npm run test:crash -- --kills 2 --keep`). Existing recordings are never
// changed. A long recording may be shortened after its first revisions before it is added to the repository.
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openStoreAt } from '../../src/app/open-store.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import { wallClock } from '../support/devnet.ts';

const MOST_REVISIONS = 1_000;
const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Which store? record.ts STORE_URL');
const store = await openStoreAt(url, wallClock);
const { byTypeAndStatus } = await store.actors.counts();
for (const type of new Set(byTypeAndStatus.map((row) => row.type))) {
  const longest = await longestHistory(store.actors, type);
  const version = longest.at(-1)?.record.version ?? 0;
  const path = fileURLToPath(new URL(`recorded/${type}.v${version}.ndjson`, import.meta.url));
  if (existsSync(path)) {
    console.log(`${path} is there; recordings are never changed`);
    continue;
  }
  const lines = longest.map(({ revision, event, atMs, record }) => {
    const { snapshot, outbox } = record;
    return { revision, event, atMs, snapshot, effects: outbox.map(({ key, name, params }) => ({ key, name, params })) };
  });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(`${path}: ${longest.length} revisions`);
}
await store.close();

/** Returns the longest history of any actor of the type, oldest revision first. */
async function longestHistory(actors: ActorStore, type: string) {
  const { actors: found } = await actors.list({ type, order: 'oldest', limit: 100 });
  const histories = await Promise.all(found.map(({ record }) => actors.history(record.id, { limit: MOST_REVISIONS })));
  const longest = histories.sort((a, b) => b.length - a.length)[0] ?? [];
  return longest.toReversed();
}
