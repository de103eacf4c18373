import { beforeAll, expect, test } from 'bun:test';
import { followPauses } from '../../../../src/operator/operations/follow-pauses.ts';
import { createOperatorActs } from '../../../../src/operator/operations/operator-acts.ts';
import { createTypePauses } from '../../../../src/operator/operations/type-pauses.ts';
import { systemTimers } from '../../../../src/platform/clock/system-timers.ts';
import { createPinoLog } from '../../../../src/platform/log/pino-log.ts';
import { createMongoStore } from '../../../../src/platform/store/mongo/mongo-store.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import { createSqliteStore } from '../../../../src/platform/store/sqlite/sqlite-store.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../../src/runtime/record/actor-store.ts';
import { createActorSystem } from '../../../../src/runtime/system.ts';
import { wallClock } from '../../../support/devnet.ts';
import { mongoServer } from '../../../support/mongo-server.ts';
import { requires } from '../../../support/requires.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { defineOrder } from '../../../unit/runtime/support/order-actor.ts';

type Store = { readonly actors: ActorStore; readonly records: RecordStore; readonly close: () => Promise<void> };
type Stores = AsyncDisposable & { /** Opens the same store once more, as another process would. */ readonly open: () => Promise<Store> };

const orders = defineOrder({ safety: 'idempotent' });
/** Time limit in milliseconds for the first start of MongoDB on a machine, which includes the download of the server. */
const FIRST_START_MS = 180_000;

/** Starts a node in the same order as the service: it reads the pauses before anything else starts, and then follows them. */
async function startNode(store: Store, nodeId: string, payments: string[]) {
  const acts = createOperatorActs({ records: store.records });
  const pauses = createTypePauses({ records: store.records, acts, clock: wallClock, types: () => ['order'] });
  await pauses.refresh();
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `${nodeId}-${ids}`;
  };
  const pay = async (_params: unknown, { key }: { readonly key: string }) => {
    payments.push(key);
    return { type: 'PAID' as const, receipt: key };
  };
  const facts = async () => new Map([['price/1', '5']]);
  const system = createActorSystem({
    actors: [implementActor(orders, { effects: { pay: { run: pay }, tell: { run: async () => null } }, facts })],
    ...{ store: store.actors, clock: wallClock, timers: systemTimers, ids: newId, random: () => 0.5, nodeId },
    wakeEveryMs: 50,
    isPaused: pauses.isPaused,
  });
  system.start();
  const following = followPauses(pauses, { timers: systemTimers, everyMs: 50, log: createPinoLog({ level: 'silent' }) });
  return {
    system,
    pauses,
    acts,
    async stop() {
      await following.stop();
      await system.drain(5_000);
    },
  };
}

function pausesOn(name: string, openStores: () => Promise<Stores>): void {
  test(`${name}: a pause holds on all nodes and over a restart, loses nothing, and ends on all`, async () => {
    await using stores = await openStores();
    const payments: string[] = [];
    const [first, second] = [await stores.open(), await stores.open()];
    const a = await startNode(first, 'node-a', payments);
    const b = await startNode(second, 'node-b', payments);
    await a.system.of(orders, 'o1').create({ owner: '0xa' });
    await a.system.of(orders, 'o1').ask({ type: 'WANT_TICK', dueAtMs: 0 });
    await a.pauses.pause('order', 'a fork', 'alice');
    await waitFor(() => b.pauses.isPaused('order'), { what: 'the other node to learn of the pause' });

    // While the type is paused, events are applied and recorded on both nodes, but no effect starts on either.
    await a.system.of(orders, 'o1').ask({ type: 'PAY', amount: '1' });
    await b.system.of(orders, 'o1').ask({ type: 'PAY', amount: '2' });
    const minuteMs = Math.ceil(wallClock.now() / 60_000) * 60_000;
    for (const { system } of [a, b]) expect(await system.tick(minuteMs)).toMatchObject({ due: 0, stepped: 0 });
    await a.stop();
    await first.close();

    const again = await stores.open();
    const c = await startNode(again, 'node-c', payments);
    expect(c.pauses.list()).toMatchObject([{ type: 'order', by: 'alice', reason: 'a fork' }]);
    await c.system.takeOver();
    expect(await c.system.tick(minuteMs + 60_000)).toMatchObject({ due: 0, effectsWoken: 0 });
    const [held] = await again.actors.load(['order/o1']);
    expect(held?.record.outbox).toMatchObject([
      { state: 'ready', attempts: 0 },
      { state: 'ready', attempts: 0 },
    ]);
    expect(payments).toEqual([]);

    await b.pauses.resume('order', 'bob');
    const isPaid = async () => (await c.system.of(orders, 'o1').read())?.snapshot.context.receipts.length === 2;
    await waitFor(isPaid, { what: 'what waited to be paid' });
    await waitFor(() => !c.pauses.isPaused('order'), { what: 'the third node to learn of the resume' });
    expect(payments.length).toBe(2);
    expect(await c.system.tick(minuteMs + 120_000)).toMatchObject({ stepped: 1, committed: 1 });
    const { acts } = await c.acts.list({ limit: 10 });
    expect(acts).toMatchObject([
      { act: 'resume', by: 'bob', details: { pausedBy: 'alice' } },
      { act: 'pause', by: 'alice', reason: 'a fork' },
    ]);
    await b.stop();
    await c.stop();
    await second.close();
    await again.close();
  }, 120_000);
}

pausesOn('sqlite', async () => {
  const folder = tempFolder();
  return {
    open: async () => createSqliteStore({ path: folder.file('coxswain.db'), clock: wallClock }),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
});

requires('mongodb')('with a MongoDB server', () => {
  beforeAll(async () => {
    const { stop } = await mongoServer();
    await stop();
  }, FIRST_START_MS);

  pausesOn('mongodb', async () => {
    const server = await mongoServer();
    return { open: () => createMongoStore({ url: server.url, clock: wallClock }), [Symbol.asyncDispose]: () => server.stop() };
  });
});
