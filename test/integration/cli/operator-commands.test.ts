import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { openStoreAt } from '../../../src/app/open-store.ts';
import type { Command } from '../../../src/cli/command.ts';
import { actorsDiff } from '../../../src/cli/commands/actors-diff.ts';
import { actorsHistory } from '../../../src/cli/commands/actors-history.ts';
import { actorsList } from '../../../src/cli/commands/actors-list.ts';
import { actorsRelease } from '../../../src/cli/commands/actors-release.ts';
import { actorsRestore } from '../../../src/cli/commands/actors-restore.ts';
import { actorsSend } from '../../../src/cli/commands/actors-send.ts';
import { actorsShow } from '../../../src/cli/commands/actors-show.ts';
import { snapshotsExport } from '../../../src/cli/commands/snapshots-export.ts';
import { loadConfig } from '../../../src/config.ts';
import type { ActorCommit, ActorStore } from '../../../src/runtime/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record.ts';
import { wallClock } from '../../support/devnet.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const ID = 'dca-position/p1';
const [created] = readFileSync(new URL('../../history/recorded/dca-position.v1.ndjson', import.meta.url), 'utf8').split('\n');

/** Two actors: one as a recording begins, moved on once; and one whose state no program has. */
async function fill(store: ActorStore): Promise<void> {
  const { snapshot } = JSON.parse(created ?? '') as Pick<ActorRecord, 'snapshot'>;
  const first = recordOf(ID, snapshot);
  await commit(store, null, first);
  await commit(store, first, {
    ...first,
    revision: 2,
    applied: ['e1', 'e2'],
    snapshot: { ...snapshot, context: { ...snapshot.context, attempts: 3 } },
  });
  const other = recordOf('dca-position/p2', snapshot);
  await commit(store, null, other);
  const lost = {
    ...HEALTHY,
    state: 'quarantined' as const,
    failures: 1,
    sinceMs: 1,
    lastError: { code: 'snapshot-unreadable', message: 'no such state', atMs: 1 },
  };
  await commit(store, other, { ...other, revision: 2, applied: ['e1', 'e2'], snapshot: { ...snapshot, value: 'nowhere' }, health: lost });
}

test('an operator lists, looks, compares, restores, sends and releases on a store', async () => {
  using folder = tempFolder();
  const url = `sqlite:${folder.file('coxswain.db')}`;
  const store = await openStoreAt(url, wallClock);
  await fill(store.actors);
  await store.close();
  const run = runner(folder.path, url);

  const [listed = ''] = await run(actorsList, ['--health', 'quarantined', '--json']);
  expect(JSON.parse(listed)).toMatchObject({ actors: [{ id: 'dca-position/p2', health: { state: 'quarantined' } }], cursor: null });
  expect((await run(actorsList, [])).map((line) => line.split(/ +/)[0])).toEqual(['ID', ID, 'dca-position/p2']);
  expect((await run(actorsShow, [ID])).join('\n')).toContain('"attempts": 3');
  expect((await run(actorsHistory, [ID])).map((line) => line.split(/ +/)[0])).toEqual(['REVISION', '2', '1']);
  expect(await run(actorsDiff, [ID, '1'])).toEqual(['snapshot.context.attempts: 0 -> 3']);

  // Nobody can be asked here: nothing is done.
  await expect(run(actorsRestore, [ID, '1'])).rejects.toMatchObject({ code: 'not-confirmed' });
  await expect(run(actorsRestore, [ID, '9', '--yes'])).rejects.toMatchObject({ code: 'revision-not-found' });
  const [restored = ''] = await run(actorsRestore, [ID, '1', '--yes', '--json']);
  expect(JSON.parse(restored)).toMatchObject({ revision: 3, epoch: 1, snapshot: { context: { attempts: 0 } } });
  expect((await run(actorsHistory, [ID, '--limit', '1']))[1]).toContain('runtime.restored');

  // One that cannot be read is no use when released, and whole again when restored.
  await expect(run(actorsRelease, ['dca-position/p2'])).rejects.toMatchObject({ code: 'snapshot-unreadable' });
  const [mended = ''] = await run(actorsRestore, ['dca-position/p2', '1', '--yes', '--json']);
  expect(JSON.parse(mended)).toMatchObject({ health: { state: 'ok' }, epoch: 1 });
  expect(await run(actorsRelease, ['--all'])).toEqual(['Nothing is quarantined.']);

  const claim = JSON.stringify({ type: 'CLAIM', fields: { seen: true } });
  await expect(run(actorsSend, [ID, '{"type":"xstate.stop"}', '--yes'])).rejects.toMatchObject({ code: 'unknown-event' });
  await expect(run(actorsSend, [ID, 'x', '--yes'])).rejects.toMatchObject({ code: 'bad-usage' });
  const [sent = ''] = await run(actorsSend, [ID, claim, '--yes', '--json']);
  expect(JSON.parse(sent)).toMatchObject({ id: ID, accepted: true });

  await run(snapshotsExport, ['--out', 'actors.ndjson']);
  const exported = readFileSync(folder.file('actors.ndjson'), 'utf8').trimEnd().split('\n');
  expect(exported.map((line) => JSON.parse(line).id)).toEqual([ID, 'dca-position/p2']);
  await expect(run(snapshotsExport, ['--out', 'actors.ndjson'])).rejects.toMatchObject({ code: 'EEXIST' });
});

test('what a restored or told actor asks for is left to a node', async () => {
  using folder = tempFolder();
  const url = `sqlite:${folder.file('coxswain.db')}`;
  const store = await openStoreAt(url, wallClock);
  await fill(store.actors);
  await store.close();
  const [restored = ''] = await runner(folder.path, url)(actorsRestore, [ID, '1', '--yes', '--json']);
  const { outbox } = JSON.parse(restored) as ActorRecord;
  for (const entry of outbox) expect(entry).toMatchObject({ state: 'ready', claimedBy: null, attempts: 0 });
});

test('a store that is not there is said, and not made', async () => {
  using folder = tempFolder();
  const run = runner(folder.path, 'sqlite:nowhere.db');
  await expect(run(actorsList, [])).rejects.toMatchObject({ code: 'no-store' });
  await expect(run(actorsShow, [ID])).rejects.toMatchObject({ code: 'no-store' });
});

function runner(folder: string, url: string) {
  return async (command: Command, args: readonly string[]): Promise<string[]> => {
    const lines: string[] = [];
    const config = () => loadConfig({ DATA_DIR: folder, DEVNET: '0' });
    await command.run([...args, '--store', url], { say: (line) => void lines.push(line), folder, config });
    return lines;
  };
}

async function commit(store: ActorStore, previous: ActorRecord | null, next: ActorRecord): Promise<void> {
  const [found = null] = previous === null ? [] : await store.load([next.id]);
  const note = { event: { id: `e${next.revision}`, type: 'TEST', payload: {} }, atMs: next.revision, cause: { kind: 'system' as const } };
  const proposed: ActorCommit = { previous, next, note, handle: found?.handle ?? null };
  expect(await store.commit([proposed])).toEqual(['won']);
}

function recordOf(id: string, snapshot: ActorRecord['snapshot']): ActorRecord {
  return {
    id,
    type: 'dca-position',
    shard: 1,
    revision: 1,
    version: 1,
    epoch: 0,
    snapshot,
    applied: ['e1'],
    dueAtMs: null,
    wakeAtMs: null,
    outbox: [],
    keys: { wallet: null, chainId: null, status: 'pending' },
    health: HEALTHY,
    createdAtMs: 1,
    updatedAtMs: 1,
  };
}
