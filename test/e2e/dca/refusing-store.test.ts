import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { requires } from '../../support/requires.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type DcaWorld, startDcaWorld } from '../support/dca-world.ts';

const shortages = v.array(v.object({ name: v.string(), reason: v.string() }));
const envelope = v.looseObject({
  message: v.string(),
  errors: v.nullable(v.looseObject({ code: v.string(), missing: v.optional(shortages) })),
});

function ask({ service }: DcaWorld, path: string, body?: object) {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return fetch(`${service.url}${path}`, init).then(async (response) => ({
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...v.parse(envelope, await response.json()),
  }));
}

const positionBody = ({ usdc, weth, wallet }: DcaWorld) => ({
  ...{ chainId: { chainId: 31337 }, walletAddress: wallet.address, fromToken: usdc.address, toToken: weth.address },
  ...{ amount: '10', frequency: 1, interval: 3_600 },
});

/**
 * Checks the service in two phases. While the store refuses writes, the service is not ready and reports why, reads work, no write is
 * acknowledged, and nothing is sent. Afterwards everything works again, and the order is executed.
 */
async function passesThrough(world: DcaWorld, plain: string, begin: () => void, end: () => void): Promise<void> {
  const { service, wallet } = world;
  const path = `/defi/get-position?walletAddress=${wallet.address}`;
  const before = (await world.client.positions(wallet.address)).length;
  begin();
  await waitFor(async () => (await ask(world, '/ready')).errors?.missing?.some(({ reason }) => reason.includes(plain)), {
    what: `ready to say "${plain}"`,
    timeoutMs: 30_000,
  });
  for (let at = 0; at < 3; at += 1) {
    const refused = await ask(world, '/defi/create-position', positionBody(world));
    expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[0-9]+$/) });
  }
  const read = await ask(world, path);
  expect({ read, logs: read.status === 200 ? '' : service.logs().slice(-2_000) }).toMatchObject({ read: { status: 200 }, logs: '' });
  expect((await world.client.positions(wallet.address)).length).toBe(before);
  const positionId = await world.open({ amount: '10', frequency: 1, interval: 1 });
  const ticks = () => service.logs().split('A tick failed').length;
  expect(ticks()).toBeLessThan(20);
  expect((await world.client.positions(wallet.address)).length).toBe(before);
  end();
  await waitFor(async () => (await ask(world, '/ready')).status === 200, { what: 'the node to be ready again', timeoutMs: 30_000 });
  await world.recordWhen('the order', (record) => record.positionId === positionId && record.status === 'completed');
  expect((await ask(world, '/defi/create-position', positionBody(world))).status).toBe(201);
}

// When a test exceeds its time limit, Bun ends its processes with SIGTERM while the test's code continues and uses a service that is
// shutting down. To avoid such misleading errors, each test has its own, long time limit.
describe('on a service with a store of its own', () => {
  let world: DcaWorld;
  let path: string;
  beforeAll(async () => {
    world = await startDcaWorld({});
    path = join(world.service.dataDir, 'coxswain.db');
  }, 60_000);
  afterAll(() => world[Symbol.asyncDispose]());

  test('a store that another process locks is reported, nothing is lost, and it ends without a restart', async () => {
    const other = sqliteFile(path);
    // The service may be writing to the database just now, so this second connection waits for the lock for up to five seconds.
    await passesThrough(
      world,
      'another process has locked it',
      () => void other.run('BEGIN IMMEDIATE'),
      () => void other.run('ROLLBACK'),
    );
    other.close();
  }, 180_000);

  test('a store whose file is moved away is reported, nothing is lost, and it ends without a restart', async () => {
    await passesThrough(
      world,
      'its file was moved or deleted',
      () => renameSync(path, `${path}.away`),
      () => renameSync(`${path}.away`, path),
    );
  }, 180_000);
});

requires('mounts')('on a small disk', () => {
  test('a store on a full disk: it is reported, nothing is lost, and it ends once there is room', async () => {
    using disk = smallDisk({ mb: 96 });
    await using world = await startDcaWorld({ DATA_DIR: disk.path, DISK_FLOOR_MB: '0' });
    await passesThrough(world, 'its disk is full', disk.fill, disk.free);
  }, 180_000);
});
