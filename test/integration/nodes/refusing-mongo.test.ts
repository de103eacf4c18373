import { beforeAll, expect, test } from 'bun:test';
import { watchStore } from '../../../src/app/watch-store.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { createMongoStore } from '../../../src/platform/store/mongo/mongo-store.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { create, firstRecord } from '../../contract/actor-store/support/sample-records.ts';
import { freeze } from '../../support/freeze.ts';
import { keptLog } from '../../support/kept-log.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { type MongoRefusal, refusingMongoLine } from '../../support/refusing-mongo-line.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';

const REFUSALS: readonly (readonly [string, MongoRefusal])[] = [
  ['no-primary', { code: 10_107, codeName: 'NotWritablePrimary', errmsg: 'not primary' }],
  ['denied', { code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on coxswain to execute command' }],
  ['over-quota', { code: 8_000, codeName: 'AtlasError', errmsg: 'you are over your space quota, using 513 MB of 512 MB' }],
  ['disk-full', { code: 14_031, codeName: 'OutOfDiskSpace', errmsg: 'available disk space of 3 bytes is less than required minimum' }],
  ['read-only', { code: 371, codeName: 'UserWritesBlocked', errmsg: 'User writes blocked' }],
];

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

async function openNode(url: string) {
  const log = keptLog();
  const store = watchStore(await createMongoStore({ url, clock: systemClock }), { clock: systemClock, log, lookEveryMs: 50 });
  const things = store.records.collection<JsonObject>({ name: 'things' });
  await things.put('a', { n: 1 });
  await create(store.actors, firstRecord('vault/1'));
  return { ...store, log, things };
}

requires('mongodb')('a MongoDB that is there, but refuses', () => {
  beforeAll(async () => {
    await (await mongoServer()).stop();
  }, 180_000);

  for (const [word, refusal] of REFUSALS) {
    test(`${word}: the refusal is named and logged once; reads continue; nothing is acknowledged; it ends by itself`, async () => {
      const server = await mongoServer();
      await using line = await refusingMongoLine(Number(new URL(server.url).port));
      const url = new URL(server.url);
      url.port = String(line.port);
      const node = await openNode(url.href);
      line.refuse(refusal);
      expect(await failureOf(node.things.put('b', {}))).toMatchObject({ kind: 'retryable', details: { state: word } });
      for (let at = 0; at < 50; at += 1) {
        expect(await failureOf(node.things.put(`c${at}`, {}))).toMatchObject({ code: 'store-refuses', details: { state: word } });
      }
      expect(node.watch.trouble()).toMatchObject({ word });
      expect(await failureOf(node.watch.prove())).toMatchObject({ details: { state: word } });
      if (word !== 'no-primary') {
        expect(await node.things.get('a')).toMatchObject({ n: 1 });
        expect((await node.actors.load(['vault/1']))[0]).not.toBeNull();
      }
      // Number of writes that reach the server while it refuses them. The store may be tested at most once every 50 ms, and the driver
      // sends each test twice, so few writes may arrive.
      expect(line.refused()).toBeLessThan(50);
      expect(node.log.lines).toEqual([`error The store refuses writes (${word}); writes wait until it accepts them`]);
      line.refuse(null);
      await waitFor(() => node.watch.trouble() === null, { what: 'the store to take writes again' });
      expect(await node.things.count({})).toBe(1);
      await node.things.put('b', { n: 2 });
      expect(await node.things.get('b')).toMatchObject({ n: 2 });
      expect(node.log.lines.slice(1)).toEqual(['info The store accepts writes again']);
      await node.close();
      await server.stop();
    }, 60_000);
  }

  test('a frozen server is reported as not answering, later calls do not wait for it, and it works again', async () => {
    const server = await mongoServer({ own: true });
    if (server.pid === null) throw new Error('an own server has a process');
    const node = await openNode(server.url);
    try {
      await freeze(server.pid);
      expect(await failureOf(node.things.put('b', {}))).toMatchObject({ kind: 'retryable', details: { state: 'no-answer' } });
      for (let at = 0; at < 50; at += 1) {
        expect(await failureOf(node.things.get('a'))).toMatchObject({ code: 'store-refuses' });
        expect(await failureOf(node.actors.load(['vault/1']))).toMatchObject({ code: 'store-refuses' });
      }
      process.kill(server.pid, 'SIGCONT');
      await waitFor(() => node.watch.trouble() === null, { what: 'the store to answer again', timeoutMs: 40_000 });
      expect(await node.things.get('a')).toMatchObject({ n: 1 });
    } finally {
      process.kill(server.pid, 'SIGCONT');
      await node.close();
      await server.stop();
    }
  }, 120_000);
});
