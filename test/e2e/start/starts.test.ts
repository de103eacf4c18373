import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { devnetPaths } from '../../../src/devnet/devnet-paths.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { nightlyTest, someOf } from '../../support/which-cases.ts';
import { startDcaWorld } from '../support/dca-world.ts';
import { runToEnd } from '../support/run-to-end.ts';

const quiet = { DEVNET_PORT: '0', LOG_LEVEL: 'error' };

test('a fresh folder serves, is ready, and says what runs with three curl lines that work', async () => {
  await using service = await spawnService({ until: 'ready', env: quiet });
  await waitFor(() => service.logs().includes('Ctrl-C stops the service'), { what: 'the greeting' });
  expect(service.logs()).toContain(`Coxswain serves ${service.url}`);
  expect(service.logs()).toMatch(/store {4}SQLite at .*coxswain\.db\n {2}chain {4}devnet 31337 at http:\S+\n {2}ticks {4}every 60 s/);
  const lines = service.logs().match(/^ {2}curl .+$/gm) ?? [];
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const { code, stdout } = await runToEnd('sh', ['-c', line.replace('curl', 'curl --fail --silent --show-error')], {});
    expect({ line, code }).toEqual({ line, code: 0 });
    expect(() => JSON.parse(stdout)).not.toThrow();
  }
});

test.each(someOf(['SIGTERM', 'SIGINT'] as const))('%s ends it with 0, with its chain saved and ended', async (signal) => {
  await using service = await spawnService({ until: 'ready', chain: 'copied', env: quiet });
  expect(await service.end(signal)).toEqual({ code: 0, signal: null });
  expect(service.logs()).toContain('Stopped. The next start continues where this one ended.');
  const { stateFile, processFile } = devnetPaths(service.dataDir);
  expect([existsSync(stateFile), existsSync(processFile)]).toEqual([true, false]);
});

test('SIGTERM in the middle of an order loses nothing: the next start restores records and chain, and continues', async () => {
  using folder = tempFolder();
  const terms = { amount: '30', frequency: 3, interval: 3 };
  let recordId = '';
  let positionId = 0;
  {
    await using world = await startDcaWorld({ DATA_DIR: folder.path });
    recordId = (await world.create(terms))._id;
    positionId = await world.open(terms);
    await world.recordWhen('an order on its way', ({ status }) => status === 'active');
    expect(await world.service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  }
  await using world = await startDcaWorld({ DATA_DIR: folder.path });
  expect(await world.client.positions(world.wallet.address)).toMatchObject([{ _id: recordId, positionId }]);
  const record = await world.recordWhen('the end', ({ status }) => status === 'completed');
  expect(record._id).toBe(recordId);
  expect((await world.wallet.executedOrders(positionId)).map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 2]);
  expect((await world.fillsWhen(3)).map(({ orderIndex }) => orderIndex)).toEqual([2, 1, 0]);
});

// The crash tests also kill and restart the service, so this test runs only at night.
nightlyTest('kill -9 needs no reset: the same folder starts again with what was acknowledged', async () => {
  using folder = tempFolder();
  const terms = { amount: '5', frequency: 1, interval: 60 };
  let recordId = '';
  {
    await using world = await startDcaWorld({ DATA_DIR: folder.path, CRON: 'false' });
    recordId = (await world.create(terms))._id;
    await world.service.end('SIGKILL');
  }
  await using world = await startDcaWorld({ DATA_DIR: folder.path, CRON: 'false' });
  expect(await world.client.positions(world.wallet.address)).toMatchObject([{ _id: recordId, status: 'pending' }]);
});
