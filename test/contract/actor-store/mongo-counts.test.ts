import { beforeAll, expect, test } from 'bun:test';
import { requires } from '../../support/requires.ts';
import { expectExact } from './counts-contract.ts';
import { openMongoActors, startMongo } from './open-mongo.ts';
import { createAll, firstRecord, loadHeld, outboxEntry, step } from './support/sample-records.ts';

requires('mongodb')('actors that an earlier version wrote to mongodb', () => {
  beforeAll(startMongo, 120_000);

  test('are counted with the effects in their outboxes, and continue', async () => {
    await using opened = await openMongoActors();
    const { store, db } = opened;
    const two = [outboxEntry({ key: 'a' }), outboxEntry({ key: 'b' })];
    await createAll(store, [firstRecord('vault/1', { outbox: two }), firstRecord('vault/2'), firstRecord('agent/1', { outbox: two })]);
    // Removes the field `outbox`, as in documents written by an earlier version, which did not store the size of the outbox.
    await db.collection('actors').updateMany({}, { $unset: { outbox: '' } });
    expect((await expectExact(store)).outboxEntries).toBe(4);
    expect(await db.collection('actors').countDocuments({ outbox: null })).toBe(0);
    await step(store, await loadHeld(store, 'vault/1'), { outbox: [] });
    expect((await expectExact(store)).outboxEntries).toBe(2);
  });

  test('are counted even when one of them cannot be read', async () => {
    await using opened = await openMongoActors();
    const { store, db } = opened;
    await createAll(store, [firstRecord('vault/1', { outbox: [outboxEntry()] }), firstRecord('vault/2', { outbox: [outboxEntry()] })]);
    await db.collection('actors').updateMany({}, { $unset: { outbox: '' } });
    await db.collection<{ _id: string }>('actors').updateOne({ _id: 'vault/1' }, { $set: { body: '{"rec' } });
    expect(await store.counts()).toMatchObject({ actors: 2, outboxEntries: 1 });
    expect(await db.collection('actors').countDocuments({ outbox: null })).toBe(0);
  });
});
