import { join } from 'node:path';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { recordedActors } from '../../support/recorded-actors.ts';

/** Number of rows per write. It is large enough that waiting for the disk is rare, and small enough that the rows need little memory. */
const AT_ONCE = 5_000;

/** The id of a new actor, and values of fields that replace those of the recorded actor from which it is copied. */
export type Seed = Pick<ActorRecord, 'id'> & Partial<Omit<ActorRecord, 'id' | 'type' | 'shard'>>;

/**
 * Writes actors directly into the store of a service that has not started yet, each as if just created. They are recorded actors of their
 * type with other ids, so that code that reads them finds realistic data. Nothing wakes them unless the given fields contain a wake time.
 */
export async function seedActors(dataDir: string, seeds: Iterable<Seed>): Promise<void> {
  const templates = new Map<string, ActorRecord>();
  // The smallest recorded actor of each type is used, because a hundred thousand copies are written.
  for (const record of recordedActors()) {
    const before = templates.get(record.type);
    if (before === undefined || sizeOf(record) < sizeOf(before)) templates.set(record.type, record);
  }
  const store = createSqliteStore({ path: join(dataDir, 'coxswain.db'), clock: systemClock });
  try {
    let batch: ActorRecord[] = [];
    for (const seed of seeds) {
      batch.push(recordOf(seed, templates));
      if (batch.length < AT_ONCE) continue;
      await write(batch);
      batch = [];
    }
    await write(batch);
  } finally {
    await store.close();
  }

  async function write(records: readonly ActorRecord[]): Promise<void> {
    const results = await store.actors.commit(
      records.map((next) => ({
        previous: null,
        next,
        from: null,
        note: { event: { id: 'seed', type: 'SEEDED', payload: null }, atMs: next.updatedAtMs, cause: { kind: 'system' } },
        handle: null,
      })),
    );
    if (results.some((result) => result !== 'won')) throw new Error('Two of the seeded actors have one id');
  }
}

function recordOf(seed: Seed, templates: ReadonlyMap<string, ActorRecord>): ActorRecord {
  const type = seed.id.slice(0, seed.id.indexOf('/'));
  const template = templates.get(type);
  if (template === undefined) throw new Error(`No actor of type ${type} was recorded`);
  return { ...template, revision: 1, ...seed, type, shard: shardOf(seed.id) };
}

function sizeOf({ snapshot }: ActorRecord): number {
  return JSON.stringify(snapshot).length;
}
