import { expect, test } from 'bun:test';
import type { ActorCommit, ActorStore, StoreCounts } from '../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record/record.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import type { OpenSharedStore, OpenStore } from './open-actor-store.ts';
import { change, createAll, creation, firstRecord, type Held, loadHeld, outboxEntry } from './support/sample-records.ts';

/**
 * Tests the totals that a store maintains (numbers of actors and outbox entries): after every commit they must equal a count over all
 * actors.
 */
export function testCounts(open: OpenStore): void {
  test('after every kind of commit the totals equal a count of all actors', async () => {
    await using opened = await open();
    const { store } = opened;
    const held = await createAll(
      store,
      ['vault/1', 'vault/2', 'agent/1'].map((id) => firstRecord(id, { keys: { wallet: 'w', chainId: 1, status: 'active' } })),
    );
    const [first, second, third] = held;
    if (first === undefined || second === undefined || third === undefined) throw new Error('not created');
    await expectExact(store);

    // The outbox of one actor changes step by step: two effects are requested; both are leased by one node and then taken over by another;
    // then one of them is settled. The totals are compared in between.
    const asked = await won(store, change(first, { outbox: [outboxEntry({ key: 'a' }), outboxEntry({ key: 'b' })], wakeAtMs: 5 }));
    expect((await expectExact(store)).outboxEntries).toBe(2);
    const leases = (by: string) => asked.record.outbox.map((entry) => ({ ...entry, state: 'leased' as const, leasedBy: by }));
    const leased = await won(store, change(asked, { outbox: leases('node-1') }));
    const taken = await won(store, change(leased, { outbox: leases('node-2') }));
    await expectExact(store);
    const settled = await won(store, change(taken, { outbox: [outboxEntry({ key: 'b' })] }));
    expect((await expectExact(store)).outboxEntries).toBe(1);

    // The actor is quarantined, released, gets another status, and then no status; after each step the totals are compared.
    const sick = await won(store, change(settled, { health: { ...HEALTHY, state: 'quarantined', failures: 3 }, wakeAtMs: null }));
    await expectExact(store);
    await won(store, change(sick, { health: HEALTHY, keys: { wallet: 'w', chainId: 1, status: null } }));
    await expectExact(store);

    // Simulates the restore of an actor to an old state: a new revision and epoch, with the outbox and status of that time.
    await won(store, change(second, { epoch: 1, outbox: [outboxEntry({ key: 'c@1' })], keys: { wallet: 'w', chainId: 1, status: 'new' } }));
    await expectExact(store);

    // Simulates an import: the actor is created with a high revision, in another state, with an effect whose outcome is unknown.
    const imported = { revision: 17, epoch: 2, outbox: [outboxEntry({ state: 'indeterminate' })] };
    await won(store, { ...creation(firstRecord('trade/1', imported)), from: 'waiting' });
    expect((await expectExact(store)).outboxEntries).toBe(3);

    // Refused commits must not change the totals. The two commits here must conflict: one creates an actor that already exists, the other
    // starts from a superseded record.
    const stale = change(third, { outbox: [outboxEntry()], keys: { wallet: null, chainId: null, status: 'lost' } });
    await won(store, change(third));
    const results = await store.commit([creation(firstRecord('trade/1', { outbox: [outboxEntry(), outboxEntry()] })), stale]);
    expect(results).toEqual(['conflict', 'conflict']);
    expect((await expectExact(store)).outboxEntries).toBe(3);
  });

  test('a long random mix of commits, winners and losers in the same call, keeps the totals exact', async () => {
    await using opened = await open();
    const { store } = opened;
    const random = seededRandom(7);
    const pick = <T>(...values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
    const changes = (): Partial<ActorRecord> => ({
      outbox: Array.from({ length: Math.floor(random() * 4) }, (_, at) => outboxEntry({ key: `k/${at}` })),
      keys: { wallet: pick('w1', null), chainId: pick(1, 56, null), status: pick('active', 'done', null) },
      health: { ...HEALTHY, state: pick('ok', 'ok', 'backing-off', 'quarantined') },
      wakeAtMs: pick(null, 5, 9),
    });
    let held: Held[] = [];
    for (let round = 0; round < 25; round += 1) {
      const stale = held.slice(0, 3);
      const ids = Array.from({ length: 3 }, () => `${pick('vault', 'agent')}/${Math.floor(random() * 30)}`);
      const commits = [
        ...held.map((one) => change(one, changes())),
        ...[...new Set(ids)].map((id) => creation(firstRecord(id, changes()))),
      ];
      await store.commit(onceEach(commits));
      // These commits start from records that the commits above have just superseded, so the store must refuse them.
      await store.commit(stale.map((one) => change({ ...one, handle: { ...one.handle } }, changes())));
      held = [];
      let cursor: string | null = null;
      do {
        const page = await store.list({ order: 'oldest', limit: 100, ...(cursor === null ? {} : { cursor }) });
        held.push(...page.actors);
        cursor = page.cursor;
      } while (cursor !== null);
      await expectExact(store);
    }
    expect(held.length).toBeGreaterThan(20);
  });
}

export function testSharedCounts(open: OpenSharedStore): void {
  test('totals are exact in every process that opens the same data, whichever process commits', async () => {
    await using opened = await open();
    const { store } = opened;
    const other = opened.again();
    await createAll(store, [firstRecord('vault/1'), firstRecord('vault/2', { outbox: [outboxEntry()] })]);
    await won(
      other,
      change(await loadHeld(other, 'vault/1'), { outbox: [outboxEntry()], keys: { wallet: null, chainId: null, status: 's' } }),
    );
    await won(store, change(await loadHeld(store, 'vault/2'), { outbox: [] }));
    expect((await expectExact(store)).outboxEntries).toBe(1);
    expect(sorted(await other.counts())).toEqual(sorted(await store.counts()));
    await other.close();
  });
}

/** Reduces a list of commits to at most one commit per actor, because one call may not contain more. */
function onceEach(commits: readonly ActorCommit[]): ActorCommit[] {
  return [...new Map(commits.map((commit) => [commit.next.id, commit])).values()];
}

async function won(store: ActorStore, commit: ActorCommit): Promise<Held> {
  const [result] = await store.commit([commit]);
  if (result !== 'won' || commit.handle === null) throw new Error(`the commit to ${commit.next.id} was ${result}`);
  return { record: commit.next, handle: commit.handle };
}

/** Reads every actor, and computes the totals from the records. */
async function countAll(store: ActorStore): Promise<StoreCounts> {
  const groups = new Map<
    string,
    { type: string; status: string | null; health: StoreCounts['byTypeAndStatus'][number]['health']; count: number }
  >();
  let actors = 0;
  let outboxEntries = 0;
  let cursor: string | null = null;
  do {
    const page = await store.list({ order: 'oldest', limit: 500, ...(cursor === null ? {} : { cursor }) });
    for (const { record } of page.actors) {
      actors += 1;
      outboxEntries += record.outbox.length;
      const name = JSON.stringify([record.type, record.keys.status, record.health.state]);
      const group = groups.get(name) ?? { type: record.type, status: record.keys.status, health: record.health.state, count: 0 };
      groups.set(name, { ...group, count: group.count + 1 });
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return { actors, outboxEntries, byTypeAndStatus: [...groups.values()] };
}

/** Returns the store's totals, after comparing them with a count over all actors. */
export async function expectExact(store: ActorStore): Promise<StoreCounts> {
  const [told, counted] = [sorted(await store.counts()), sorted(await countAll(store))];
  expect(told).toEqual(counted);
  return told;
}

function sorted(counts: StoreCounts): StoreCounts {
  const name = (group: StoreCounts['byTypeAndStatus'][number]) => JSON.stringify([group.type, group.status, group.health]);
  return { ...counts, byTypeAndStatus: counts.byTypeAndStatus.toSorted((a, b) => (name(a) < name(b) ? -1 : 1)) };
}
