import { expect, test } from 'bun:test';
import { openStoreAt } from '../../../src/app/open-store.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import type { ActorRecord, HistoryEntry } from '../../../src/runtime/record/record.ts';
import { wallClock } from '../../support/devnet.ts';
import { waitFor } from '../../support/wait-for.ts';
import { startDcaWorld } from '../support/dca-world.ts';
import { runToEnd } from '../support/run-to-end.ts';

const PATIENCE_MS = 30_000;

test('a position that was broken on purpose is restored from the command line on the running node, and continues without buying twice', async () => {
  await using world = await startDcaWorld();
  const { service, wallet } = world;
  const terms = { amount: '90', frequency: 3, interval: 12 };
  const { _id } = await world.create(terms);
  const positionId = await world.open(terms);
  const id = `dca-position/${_id}`;
  await world.recordWhen('the first order', ({ processed }) => processed === 1);
  await breakActor(service.dataDir, id);

  const operate = (...args: string[]) =>
    runToEnd('node', ['src/cli/coxswain.mjs', ...args, '--url', service.url], { DATA_DIR: service.dataDir });
  const json = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await operate(...args, '--json');
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  await waitFor(
    async () => {
      const response = await fetch(`${service.url}/operator/actors?health=quarantined`, { headers: service.asOperator() });
      return (await response.text()).includes(id);
    },
    { what: 'the node to set it aside', timeoutMs: PATIENCE_MS, everyMs: 100 },
  );
  const { actors } = await json<{ actors: ActorRecord[] }>('actors', 'list', '--health', 'quarantined');
  expect(actors.map((record) => record.id)).toEqual([id]);
  // A release must fail, because the actor's state is one that no program can read; only a restore helps.
  expect(await operate('actors', 'release', id, '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });

  // The revision to restore is one before the actor's first buy, whose effects were requested then and have been settled since.
  const history = await operate('actors', 'history', id, '--limit', '1000', '--json');
  const entries = history.stdout
    .trimEnd()
    .split('\n')
    .map((line): HistoryEntry => JSON.parse(line));
  const before = entries.findLast(({ record }) => record.outbox.some(({ name }) => name === 'planOrder'));
  if (before === undefined) throw new Error('no revision asked for an order');
  expect(await operate('actors', 'restore', id, '--revision', String(before.revision))).toMatchObject({ code: 1, stdout: '' });
  const restored = await json<ActorRecord>('actors', 'restore', id, '--revision', String(before.revision), '--yes');
  expect(restored).toMatchObject({ epoch: 1, health: { state: 'ok' }, snapshot: { value: 'reconciling' } });

  const record = await world.recordWhen('the end', ({ status }) => status === 'completed');
  expect(record).toMatchObject({ processed: 3, spent: '90000000' });
  expect((await world.fillsWhen(3)).map(({ orderIndex }) => orderIndex)).toEqual([2, 1, 0]);
  expect(await wallet.executedOrders(positionId)).toHaveLength(3);
  const [act] = (await operate('actors', 'history', id, '--limit', '1000', '--json')).stdout
    .trimEnd()
    .split('\n')
    .map((line): HistoryEntry => JSON.parse(line))
    .filter(({ event }) => event.type === 'runtime.restored');
  expect(act).toMatchObject({ revision: restored.revision, cause: { kind: 'operator', by: 'local' } });
}, 120_000);

/**
 * Writes a state that no program knows into the store, like a mistake made by hand in the database. The position changes at every tick, so
 * the write may fail several times.
 */
async function breakActor(dataDir: string, id: string): Promise<void> {
  const store = await openStoreAt(`sqlite:${dataDir}/coxswain.db`, wallClock);
  try {
    await waitFor(() => commitBroken(store.actors, id), { what: 'the actor to be broken', timeoutMs: PATIENCE_MS, everyMs: 10 });
  } finally {
    await store.close();
  }
}

async function commitBroken(store: ActorStore, id: string): Promise<boolean> {
  const [found] = await store.load([id]);
  if (!found) throw new Error(`there is no ${id}`);
  const { record, handle } = found;
  const next = { ...record, revision: record.revision + 1, snapshot: { ...record.snapshot, value: 'nowhere' } };
  const note = { event: { id: 'slip', type: 'SLIP', payload: {} }, atMs: wallClock.now(), cause: { kind: 'system' as const } };
  const [result] = await store.commit([{ previous: record, next, note, handle }]);
  return result === 'won';
}
