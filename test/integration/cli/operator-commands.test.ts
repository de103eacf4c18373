import { describe, expect, spyOn, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { actorsBulk } from '../../../src/cli/commands/actors-bulk.ts';
import { actorsDiff } from '../../../src/cli/commands/actors-diff.ts';
import { actorsHistory } from '../../../src/cli/commands/actors-history.ts';
import { actorsList } from '../../../src/cli/commands/actors-list.ts';
import { actorsRelease } from '../../../src/cli/commands/actors-release.ts';
import { actorsRestore } from '../../../src/cli/commands/actors-restore.ts';
import { actorsRetry } from '../../../src/cli/commands/actors-retry.ts';
import { actorsSend } from '../../../src/cli/commands/actors-send.ts';
import { actorsShow } from '../../../src/cli/commands/actors-show.ts';
import { actorsTick } from '../../../src/cli/commands/actors-tick.ts';
import { actorsWhy } from '../../../src/cli/commands/actors-why.ts';
import { deferredDrop, deferredList, deferredRetry } from '../../../src/cli/commands/deferred.ts';
import { nodeDrain } from '../../../src/cli/commands/node-drain.ts';
import { snapshotsExport } from '../../../src/cli/commands/snapshots-export.ts';
import { snapshotsImport } from '../../../src/cli/commands/snapshots-import.ts';
import { typesFigures } from '../../../src/cli/commands/types-figures.ts';
import { typesList, typesPause, typesResume } from '../../../src/cli/commands/types-pause.ts';
import { loadConfig } from '../../../src/config.ts';
import { DEFERRED_EVENTS } from '../../../src/features/dca/deferred-spec.ts';
import { createOperatorActs } from '../../../src/operator/operations/operator-acts.ts';
import type { ActorRecord } from '../../../src/runtime/record/record.ts';
import type { TypeFigures } from '../../../src/values/inspection/type-figures.ts';
import type { Why } from '../../../src/values/inspection/why.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { startTestServer } from '../http/start-test-server.ts';
import { commit, failed, ID, places, runner, setAside } from './support/operator-places.ts';

/** The title of the actor: its tokens are not in the token list, so they are named by their addresses. */
const TITLE = 'DCA an amount of 0x8a79…c318 to 0xb7f8…4f5e, 0 of 5';

describe.each(Object.keys(places))('through a %s', (name) => {
  const open = () => (places[name] ?? failed)();

  test('an operator lists, shows and compares actors', async () => {
    await using place = await open();
    const { run } = place;
    const [listed = ''] = await run(actorsList, ['--health', 'quarantined', '--json']);
    expect(JSON.parse(listed)).toMatchObject({ actors: [{ id: 'dca-position/p2', health: { state: 'quarantined' } }], cursor: null });
    expect((await run(actorsList, [])).map((line) => line.split(/ +/)[0])).toEqual(['ID', ID, 'dca-position/p2']);
    expect((await run(actorsList, []))[1]).toMatch(new RegExp(`^${ID} +${TITLE} +pending`));
    expect((await run(actorsList, ['--prefix', 'dca-position/p1', '--type', 'dca-position', '--status', 'pending,x'])).length).toBe(2);
    expect(await run(actorsList, ['--type', 'trade'])).toEqual(['No actor matches.']);
    expect(await run(actorsList, ['--overdue', '--json'])).toEqual([JSON.stringify({ actors: [], cursor: null })]);
    expect((await run(actorsShow, [ID])).join('\n')).toContain('"attempts": 3');
    expect((await run(actorsHistory, [ID])).map((line) => line.split(/ +/)[0])).toEqual(['REVISION', '2', '1']);
    expect((await run(actorsHistory, [ID, '--before', '2', '--json'])).map((line) => JSON.parse(line).revision)).toEqual([1]);
    expect(await run(actorsDiff, [ID, '1'])).toEqual(['snapshot.context.attempts: 0 -> 3']);
    for (const command of [actorsShow, actorsHistory])
      expect(await failureOf(run(command, ['dca-position/none']))).toMatchObject({ code: 'actor-not-found' });
  });

  test('an empty page of blocked actors says that there are more', async () => {
    await using place = await open();
    const { run, store } = place;
    const [template] = await store.load([ID]);
    if (!template) throw new Error('it is gone');
    for (let i = 0; i < 45; i += 1) {
      const id = `dca-position/well-${i}`;
      await commit(store, null, { ...template.record, id, shard: shardOf(id), revision: 1 });
    }
    const lines = await run(actorsList, ['--prefix', 'dca-position/well-', '--held', '--limit', '1']);
    expect(lines).toEqual([
      expect.stringMatching(/^ID +TITLE +STATUS /),
      expect.stringMatching(/^\nMore actors match. Next page: --cursor \S+$/),
    ]);
  });

  test('an actor says what it waits for, with its code and what it may do next', async () => {
    await using place = await open();
    const { run, store } = place;
    const lines = await run(actorsWhy, [ID]);
    const [json = ''] = await run(actorsWhy, [ID, '--json']);
    const why: Why = JSON.parse(json);
    expect(why.next.map(({ event }) => event)).toContain('CLAIM');
    expect(lines[0]).toBe(why.sentence);
    expect(lines).toContain(`code          ${why.code}`);
    expect(lines.some((line) => /^CLAIM +outside /.test(line))).toBe(true);

    await setAside(store, ID);
    const [headline, advice] = await run(actorsWhy, [ID]);
    expect(headline).toContain('because of rpc-refused: the chain said no');
    expect(advice).toStartWith('  A quarantined actor is not processed');
    expect(JSON.parse((await run(actorsWhy, [ID, '--json']))[0] ?? '')).toMatchObject({ code: 'quarantined', nextAtMs: null });
    expect(await failureOf(run(actorsWhy, ['dca-position/none']))).toMatchObject({ code: 'actor-not-found' });
    expect(await failureOf(run(actorsWhy, []))).toMatchObject({ code: 'bad-usage', message: 'ID is required' });
  });

  test('a pause of its type is why an actor does not act', async () => {
    await using place = await open();
    await place.run(typesPause, ['dca-position', '--reason', 'a fork', '--yes']);
    const [json = ''] = await place.run(actorsWhy, [ID, '--json']);
    expect(JSON.parse(json)).toMatchObject({ code: 'type-paused', sentence: expect.stringContaining(`by ${place.by}: a fork`) });
    const told = spyOn(process.stderr, 'write').mockReturnValue(true);
    await place.run(actorsRestore, [ID, '1', '--dry-run']);
    const lines = told.mock.calls.map(([line]) => String(line));
    told.mockRestore();
    expect(lines.join('')).toContain(`  does not act afterwards: The type dca-position is paused by ${place.by} ("a fork")`);
  });

  test('a restore shows what it does, asks, and is done only to what was shown', async () => {
    await using place = await open();
    const { run, store } = place;
    expect(await failureOf(run(actorsRestore, [ID, '--revision', '1']))).toMatchObject({ code: 'not-confirmed' });
    expect(await failureOf(run(actorsRestore, [ID, '1'], () => false))).toMatchObject({ code: 'not-confirmed' });
    expect(await failureOf(run(actorsRestore, [ID, '9', '--yes']))).toMatchObject({ code: 'revision-not-found' });
    expect((await store.load([ID]))[0]?.record.revision).toBe(2);

    // The answer to the command's question. Before it answers, it changes the actor as another process would, so that the command's
    // revision is superseded.
    const goOn = async () => {
      const [now] = await store.load([ID]);
      if (!now) throw new Error('it is gone');
      await commit(store, now.record, { ...now.record, revision: 3, applied: [...now.record.applied, 'e3'] });
      return true;
    };
    expect(await failureOf(run(actorsRestore, [ID, '1'], goOn))).toMatchObject({ code: 'revision-moved-on' });
    expect((await store.load([ID]))[0]?.record.revision).toBe(3);

    const [restored = ''] = await run(actorsRestore, [ID, '--revision', '1', '--json'], () => true);
    expect(JSON.parse(restored)).toMatchObject({ revision: 4, epoch: 1, snapshot: { context: { attempts: 0 } } });
    const [entry = ''] = await run(actorsHistory, [ID, '--limit', '1', '--json']);
    expect(JSON.parse(entry)).toMatchObject({ event: { type: 'runtime.restored' }, cause: { kind: 'operator', by: place.by } });
  });

  test('releasing asks first, continues after an unreadable actor, and reports each', async () => {
    await using place = await open();
    const { run, store } = place;
    await setAside(store, ID);
    expect(await failureOf(run(actorsRelease, [ID]))).toMatchObject({ code: 'not-confirmed' });
    expect(await failureOf(run(actorsRelease, []))).toMatchObject({ code: 'bad-usage' });
    expect(await failureOf(run(actorsRelease, [ID, 'dca-position/p2', '--json', '--yes']))).toMatchObject({
      code: 'not-all-released',
      message: expect.stringContaining('1 of 2 actors could not be released.'),
    });
    const health = async (id: string) => (await store.load([id]))[0]?.record.health.state;
    expect([await health(ID), await health('dca-position/p2')]).toEqual(['ok', 'quarantined']);

    // A release must fail for an actor whose record cannot be read; a restore repairs the actor.
    const [mended = ''] = await run(actorsRestore, ['dca-position/p2', '1', '--yes', '--json']);
    expect(JSON.parse(mended)).toMatchObject({ health: { state: 'ok' }, epoch: 1 });
    await setAside(store, ID);
    expect(JSON.parse((await run(actorsRelease, [ID, '--json', '--yes']))[0] ?? '')).toMatchObject([{ id: ID, error: null }]);
  });

  test('many actors are acted on after a dry run is shown, and each failure is reported', async () => {
    await using place = await open();
    const { run, store } = place;
    await setAside(store, ID);
    const quarantined = ['release', '--health', 'quarantined'];
    for (const args of [
      ['release'],
      [...quarantined, '--all'],
      ['burn', '--all'],
      ['send', '--type', 'x'],
      ['restore', '--all', '--before', 'noon'],
    ])
      expect(await failureOf(run(actorsBulk, args))).toMatchObject({ code: 'bad-usage' });
    expect(await failureOf(run(actorsBulk, quarantined))).toMatchObject({ code: 'not-confirmed' });
    const dry = await run(actorsBulk, [...quarantined, '--dry-run']);
    expect(dry[0]).toBe(`release ${TITLE} (${ID}): released after rpc-refused`);
    expect(dry.at(-1)).toBe('2 actors examined: 2 would be done, 0 needed no change, 0 failed.');
    const lines: string[] = [];
    // The record of one of the two quarantined actors cannot be read. The action must fail for this actor and succeed for the other one.
    expect(await failureOf(run(actorsBulk, [...quarantined, '--json'], (question) => lines.push(question) > 0))).toMatchObject({
      code: 'not-all-done',
      message: 'The action failed for 1 of 2 actors.',
    });
    expect(lines).toEqual(['Apply the action to these 2 actors?']);
    expect((await store.load([ID]))[0]?.record.health.state).toBe('ok');
    const [entry = ''] = await run(actorsHistory, [ID, '--limit', '1', '--json']);
    expect(JSON.parse(entry)).toMatchObject({ event: { type: 'runtime.released' }, cause: { kind: 'operator', by: place.by } });
    const [none = ''] = await run(actorsBulk, ['retry', '--all', '--json']);
    expect(JSON.parse(none)).toMatchObject({ seen: 2, done: 0, skipped: 2, failed: 0, failures: [] });
    const { acts } = await createOperatorActs({ records: place.records }).list({ limit: 5 });
    expect(acts).toMatchObject([{ act: 'bulk', by: place.by, details: { done: 1, failed: 1, isEnded: true } }]);
  });

  test('postponed events of a follower are listed, retried and deleted', async () => {
    await using place = await open();
    const { run, records, by } = place;
    expect(await run(deferredList, ['--json'])).toEqual(['[]']);
    const rows = records.collection(DEFERRED_EVENTS);
    const waiting = { chainId: 1, vault: '0xf1', kind: 'created', wallet: '0xa1', positionId: 3, attempts: 2, lastError: 'It could not.' };
    const far = Date.now() + 86_400_000;
    await rows.put('1/0xb/0', { ...waiting, firstAtMs: 5, nextAttemptAtMs: far });
    await rows.put('1/0xb/1', { ...waiting, positionId: 4, nextAttemptAtMs: far });
    const [listed = ''] = await run(deferredList, ['--json']);
    // The second deferred event simulates one that an older version stored, without the time of its first attempt.
    expect(JSON.parse(listed)).toMatchObject([
      { id: 'dca/1/0xb/1', subject: '0xa1/4', firstAtMs: null },
      { id: 'dca/1/0xb/0', kind: 'created', subject: '0xa1/3', attempts: 2, lastError: 'It could not.', firstAtMs: 5 },
    ]);
    expect((await run(deferredList, [])).join('\n')).toContain('It could not.');
    expect(await failureOf(run(deferredRetry, ['dca/1/0xb/0']))).toMatchObject({ code: 'not-confirmed' });
    for (const id of ['dca/1/0xc/0', 'dca', '1/0xb/0', 'sender/1'])
      expect(await failureOf(run(deferredRetry, [id, '--yes']))).toMatchObject({ code: 'deferred-not-found' });
    await run(deferredRetry, ['dca/1/0xb/0', '--yes']);
    expect((await rows.get('1/0xb/0'))?.nextAttemptAtMs).toBeLessThan(far);
    expect(await failureOf(run(deferredDrop, ['dca/1/0xb/0', '--yes']))).toMatchObject({ code: 'bad-usage' });
    await run(deferredDrop, ['dca/1/0xb/0', '--reason', 'a bad token', '--yes']);
    expect(await rows.get('1/0xb/0')).toBeNull();
    expect(await rows.get('1/0xb/1')).not.toBeNull();
    const { acts } = await createOperatorActs({ records }).list({ limit: 5 });
    expect(acts).toMatchObject([
      { act: 'drop-deferred', subject: 'dca/1/0xb/0', by, reason: 'a bad token', details: { kind: 'created', of: '0xa1/3' } },
      { act: 'retry-deferred', subject: 'dca/1/0xb/0', by },
    ]);
  });

  test('an actor is restored to its state before a time, after a preview', async () => {
    await using place = await open();
    const { run, store } = place;
    // In the test data, revision n was written at the Unix time of n ms.
    const [shown = ''] = await run(actorsRestore, [ID, '--before', '1', '--dry-run', '--json']);
    expect(JSON.parse(shown)).toMatchObject({ revision: 3, snapshot: { context: { attempts: 0 } } });
    expect((await store.load([ID]))[0]?.record.revision).toBe(2);
    for (const wrong of [['--before', '2026-01-01'], ['--before', '1', '--revision', '1'], []])
      expect(await failureOf(run(actorsRestore, [ID, ...wrong]))).toMatchObject({ code: 'bad-usage' });
    expect(await failureOf(run(actorsRestore, [ID, '--before', '0', '--yes']))).toMatchObject({ code: 'revision-not-found' });
    expect(await failureOf(run(actorsRestore, [ID, '--before', '2026-01-01T00:00:00Z', '--yes']))).toMatchObject({
      code: 'restore-refused',
      message: expect.stringContaining('has not changed since'),
    });
    const [restored = ''] = await run(actorsRestore, [ID, '--before', '1970-01-01T00:00:00.001Z', '--yes', '--json']);
    expect(JSON.parse(restored)).toMatchObject({ revision: 3, epoch: 1 });
  });

  test('waiting effects are retried; an empty outbox is reported', async () => {
    await using place = await open();
    const { run } = place;
    expect(await failureOf(run(actorsRetry, [ID]))).toMatchObject({ code: 'not-confirmed' });
    expect(await failureOf(run(actorsRetry, [ID, '--yes']))).toMatchObject({ code: 'nothing-waits' });
    // A restored position first reads its chain through an effect. No process runs effects here, so the effect stays waiting and can be
    // retried.
    await run(actorsRestore, [ID, '1', '--yes']);
    const [retried = ''] = await run(actorsRetry, [ID, '--yes', '--json']);
    const record: ActorRecord = JSON.parse(retried);
    expect(record.outbox).toMatchObject([{ state: 'ready', attempts: 0 }]);
    expect(await run(actorsRetry, [ID, '--key', record.outbox[0]?.key ?? '', '--yes'])).toEqual([
      `${ID} is at revision 5; effects in its outbox: 1.`,
    ]);
    expect(await failureOf(run(actorsRetry, [ID, '--key', 'x', '--yes']))).toMatchObject({ code: 'effect-not-found' });
  });

  test('a type is paused, listed with who did it, and resumed', async () => {
    await using place = await open();
    const { run } = place;
    expect(await failureOf(run(typesPause, ['dca-position']))).toMatchObject({ code: 'bad-usage' });
    expect(await failureOf(run(typesPause, ['dca-position', '--reason', 'a fork']))).toMatchObject({ code: 'not-confirmed' });
    const [paused = ''] = await run(typesPause, ['dca-position', '--reason', 'a fork', '--yes', '--json']);
    expect(JSON.parse(paused)).toMatchObject({ type: 'dca-position', by: place.by, reason: 'a fork' });
    const [listed = ''] = await run(typesList, ['--json']);
    const states: { type: string; pause: { reason: string } | null }[] = JSON.parse(listed);
    expect(states.filter(({ pause }) => pause !== null)).toMatchObject([{ type: 'dca-position', pause: { reason: 'a fork' } }]);
    expect(states.length).toBeGreaterThan(4);
    expect(await failureOf(run(actorsTick, [ID, '--yes']))).toMatchObject({ code: 'type-paused' });
    expect((await run(typesResume, ['dca-position', '--yes']))[0]).toContain(`by ${place.by}`);
    expect(await failureOf(run(typesResume, ['dca-position', '--yes']))).toMatchObject({ code: 'not-paused' });
    expect(await failureOf(run(typesPause, ['ghost', '--reason', 'x', '--yes']))).toMatchObject({ code: 'unknown-actor-type' });
  });

  test('events are sent by name or as JSON', async () => {
    await using place = await open();
    const { run } = place;
    const claim = JSON.stringify({ type: 'CLAIM', fields: { seen: true } });
    for (const event of ['{"type":"xstate.stop"}', 'NONSENSE'])
      expect(await failureOf(run(actorsSend, [ID, event, '--yes']))).toMatchObject({ code: 'unknown-event' });
    expect(await failureOf(run(actorsSend, [ID, 'CLAIM', '--yes']))).toMatchObject({ code: 'invalid-event' });
    for (const event of ['{x', '[]', '{}'])
      expect(await failureOf(run(actorsSend, [ID, event, '--yes']))).toMatchObject({ code: 'bad-usage' });
    expect(await failureOf(run(actorsSend, [ID, claim]))).toMatchObject({ code: 'not-confirmed' });
    const [sent = ''] = await run(actorsSend, [ID, claim, '--yes', '--json']);
    expect(JSON.parse(sent)).toMatchObject({ id: ID, accepted: true });
  });

  test('a tick needs facts of a node, and asks', async () => {
    await using place = await open();
    const { run } = place;
    expect(await failureOf(run(actorsTick, [ID]))).toMatchObject({ code: 'not-confirmed' });
    // This test has no chain. The position is still pending and needs no prices or chain data, so it can be ticked.
    const [ticked = ''] = await run(actorsTick, [ID, '--yes', '--json']);
    expect(JSON.parse(ticked)).toMatchObject({ id: ID });
    expect(await failureOf(run(actorsTick, ['vault-follower/31337', '--yes']))).toMatchObject({ code: 'actor-not-found' });
  });

  test('exported records can be imported, after a dry run; existing actors are replaced only on request', async () => {
    await using place = await open();
    const { run, folder } = place;
    await run(snapshotsExport, ['--out', 'actors.ndjson']);
    const file = `${folder}/actors.ndjson`;
    const exported = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(exported.map((line) => JSON.parse(line).id)).toEqual([ID, 'dca-position/p2']);
    expect(await failureOf(run(snapshotsExport, ['--out', 'actors.ndjson']))).toMatchObject({ code: 'EEXIST' });
    const [told = ''] = await run(snapshotsExport, ['--out', 'again.ndjson', '--json', '--type', 'dca-position']);
    expect(JSON.parse(told)).toEqual({ file: 'again.ndjson', actors: 2 });
    expect(await failureOf(run(snapshotsImport, ['none.ndjson']))).toMatchObject({ code: 'ENOENT' });

    const [first = ''] = exported;
    // The id of this record contains the character U+2028, which some programs treat as a line end. The import must not split the line
    // there.
    const other = JSON.stringify({ ...JSON.parse(first), id: 'dca-position/\u2028new', updatedAtMs: 5 });
    writeFileSync(file, `${first}\n\n${other}\nnonsense\n`);
    expect(await failureOf(run(snapshotsImport, ['actors.ndjson']))).toMatchObject({ code: 'not-all-imported' });
    expect(await place.store.load(['dca-position/\u2028new'])).toEqual([null]);

    writeFileSync(file, `${first}\n${other}\n`);
    const [planned] = await run(snapshotsImport, ['actors.ndjson']);
    expect(planned).toBe('1 to be created, 0 to be replaced, 1 already equal, 0 existing ones not replaced, 0 refused.');
    const [applied = ''] = await run(snapshotsImport, ['actors.ndjson', '--yes', '--json']);
    expect(JSON.parse(applied)).toEqual({ applied: true, counts: { create: 1, replace: 0, same: 1, exists: 0, refuse: 0 }, troubles: [] });
    const [again = ''] = await run(snapshotsImport, ['actors.ndjson', '--yes', '--json']);
    expect(JSON.parse(again)).toMatchObject({ counts: { create: 0, same: 2 } });

    await run(actorsRestore, [ID, '1', '--yes']);
    expect(await failureOf(run(snapshotsImport, ['actors.ndjson', '--yes']))).toMatchObject({
      message: '1 records were not imported. Add --replace to replace existing actors.',
    });
    await run(snapshotsImport, ['actors.ndjson', '--yes', '--replace']);
    expect((await place.store.load([ID]))[0]?.record).toMatchObject({ revision: 4, snapshot: { context: { attempts: 3 } } });
  });
});

test('effects of an actor that the command restored are left to a node', async () => {
  await using place = await (places.store ?? failed)();
  // A restored position first reads its chain through an effect. No process runs effects here, so it stays pending.
  await place.run(actorsRestore, [ID, '1', '--yes']);
  const [now] = await place.store.load([ID]);
  expect(now?.record.outbox.length).toBe(1);
  expect(now?.record.outbox[0]).toMatchObject({ state: 'ready', leasedBy: null, attempts: 0 });
});

test('the node at the given address is drained, and the command waits for it', async () => {
  await using place = await (places.node ?? failed)();
  const { run } = place;
  expect(await failureOf(run(nodeDrain, []))).toMatchObject({ code: 'not-confirmed' });
  const [drained = ''] = await run(nodeDrain, ['--reason', 'new kernel', '--yes', '--json']);
  expect(JSON.parse(drained)).toMatchObject({
    nodeId: 'node-1',
    drain: { by: 'alice', reason: 'new kernel', endedAtMs: expect.any(Number) },
  });
  expect(await failureOf(run(actorsSend, [ID, '{"type":"CLAIM","fields":{}}', '--yes']))).toMatchObject({ code: 'draining' });
  expect(await failureOf(runner(place.folder, [])(nodeDrain, ['--yes']))).toMatchObject({ code: 'bad-usage' });
});

test('the figures of the actor types are those of the running node', async () => {
  await using place = await (places.node ?? failed)();
  await place.run(actorsSend, [ID, JSON.stringify({ type: 'CLAIM', fields: { seen: true } }), '--yes']);
  const [head = '', first = '', ...rest] = await place.run(typesFigures, []);
  expect(head).toMatch(/^TYPE +FAILED +RETRIED +POSTPONED /);
  expect(first).toMatch(/^dca-position +0 +0 +0 +0 /);
  expect(rest).toContain(
    'Outage: No endpoint of chain 1 has answered since noon. Orders of this chain wait. Number of actors that wait: 500+.',
  );
  expect(rest.at(-1)).toMatch(/^Node node-1, since 20\d\d-.+Z\.$/);
  const [json = ''] = await place.run(typesFigures, ['--json']);
  const { types } = JSON.parse(json) as TypeFigures;
  expect(types.find(({ type }) => type === 'dca-position')?.steps).toMatchObject({ count: 1, failures: 0 });
});

test('without a place, why asks the node of the settings', async () => {
  using folder = tempFolder();
  const config = () => loadConfig({ DATA_DIR: folder.path, DEVNET: '0', PORT: '1' });
  const asked = actorsWhy.run([ID], { say: () => {}, ask: async () => null, prompt: async () => null, folder: folder.path, config });
  expect(await failureOf(asked)).toMatchObject({ code: 'node-unreachable', message: expect.stringContaining('127.0.0.1:1') });
});

test('a store that does not exist is reported, and not created', async () => {
  using folder = tempFolder();
  const run = runner(folder.path, ['--store', 'sqlite:nowhere.db']);
  expect(await failureOf(run(actorsList, []))).toMatchObject({ code: 'no-store' });
  expect(await failureOf(run(actorsShow, [ID]))).toMatchObject({ code: 'no-store' });
});

test('a node that is not running, needs another token, or is another program is reported', async () => {
  await using place = await (places.node ?? failed)();
  const at = (...options: string[]) => runner(place.folder, options)(actorsList, []);
  expect(await failureOf(at('--url', 'http://127.0.0.1:1'))).toMatchObject({ code: 'node-unreachable' });
  expect(await failureOf(at('--url', 'nonsense'))).toMatchObject({ code: 'bad-usage' });
  expect(await failureOf(at('--url', 'http://127.0.0.1:1', '--store', 'sqlite:x'))).toMatchObject({ code: 'bad-usage' });
  expect(await failureOf(at('--token', 'x'))).toMatchObject({ code: 'bad-usage' });
  await using plain = startTestServer();
  expect(await failureOf(at('--url', plain.url))).toMatchObject({ code: 'not-found' });
  const other = Bun.serve({ port: 0, fetch: () => new Response('<html>') });
  expect(await failureOf(at('--url', other.url.href))).toMatchObject({ code: 'not-a-node' });
  await other.stop(true);
  expect(await failureOf(at('--url', place.url))).toMatchObject({
    code: 'operator-token-required',
    message: expect.stringContaining('--token'),
  });
  expect(await failureOf(at('--url', place.url, '--token', 'x'))).toMatchObject({ code: 'operator-token-wrong' });
});
