import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import type { ActorCommit } from '../../../src/runtime/record/actor-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { firstRecord, nextRecord } from './support/sample-records.ts';

/** Number of days that the test simulates (`DAYS`), and number of days for which the store keeps history (`KEPT`). */
const [DAYS, KEPT] = [24, 4];
const COMMITS_A_DAY = 300;

test('retention gives the space of old history back: a store that writes as much every day stops growing', async () => {
  using folder = tempFolder();
  const path = folder.file('space.db');
  const { actors: store, close } = createSqliteStore({ path, clock: { now: () => 0 } });
  const random = seededRandom(1);
  const noise = () => Array.from({ length: 60 }, () => Math.floor(random() * 2 ** 48).toString(16)).join('');
  const noteAt = (atMs: number, id: string) => ({
    event: { id, type: 'GO', payload: { noise: noise() } },
    atMs,
    cause: { kind: 'tick' as const },
  });
  const first: ActorCommit = { previous: null, next: firstRecord('space/1'), note: noteAt(0, 'first'), handle: null };
  expect(await store.commit([first])).toEqual(['won']);

  const db = new Database(path, { readonly: true });
  const pages = (): number => Number(db.query('PRAGMA page_count').values()[0]?.[0]);
  const sizes: number[] = [];
  let last = first;
  for (let day = 0; day < DAYS; day += 1) {
    for (let n = 0; n < COMMITS_A_DAY; n += 1) {
      last = { previous: last.next, next: nextRecord(last.next, {}), note: noteAt(day, `${day}/${n}`), handle: last.handle };
      expect(await store.commit([last])).toEqual(['won']);
    }
    while ((await store.prune({ beforeMs: day - KEPT, limit: 1_000 })) > 0);
    sizes.push(pages());
  }
  db.close();
  await close();
  const [atFirst = 0, inTheEnd = 0] = [sizes[KEPT + 2], sizes.at(-1)];
  expect(atFirst).toBeGreaterThan((sizes[0] ?? 0) * 2);
  expect(inTheEnd).toBeLessThanOrEqual(atFirst * 1.1);
}, 60_000);
