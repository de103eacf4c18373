import { expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { devnetMnemonic } from '../../../src/devnet/devnet-accounts.ts';
import { type DevnetPaths, devnetPaths } from '../../../src/devnet/devnet-paths.ts';
import { findAnvilBinary } from '../../../src/devnet/guard/anvil-binary.ts';
import { startAnvil } from '../../../src/devnet/guard/anvil-process.ts';
import { markOf } from '../../../src/devnet/guard/process-mark.ts';
import { createDevnetLog, startTestDevnet } from '../../support/devnet.ts';
import { someOf } from '../../support/which-cases.ts';
import {
  eventually,
  hasReceipt,
  isGone,
  latestBlock,
  refusal,
  sendSomething,
  spawnOwner,
  startOwner,
  temporaryFolder,
} from './devnet-harness.ts';

test('a restart keeps the chain: blocks, receipts, contracts, and nothing is deployed again', async () => {
  using folder = temporaryFolder();
  const first = await startTestDevnet({ dataDir: folder.path });
  const hash = await sendSomething(first.rpcUrl);
  const before = await latestBlock(first.rpcUrl);
  await first.stop();
  expect(isGone(first.processes.anvil)).toBe(true);

  await using second = await startTestDevnet({ dataDir: folder.path });
  expect([first.isNew, second.isNew]).toEqual([true, false]);
  expect(second.deployment).toEqual(first.deployment);
  expect(await hasReceipt(second.rpcUrl, hash)).toBe(true);
  expect(await latestBlock(second.rpcUrl)).toEqual(before);
});

test('no page in a browser on this machine may use the chain', async () => {
  await using devnet = await startTestDevnet();
  const { origin } = new URL(devnet.rpcUrl);
  for (const from of ['https://page.example', 'null', 'http://localhost:8080', origin]) {
    const asked = await fetch(devnet.rpcUrl, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    const allowed = asked.headers.get('access-control-allow-origin');
    expect({ from, isAllowed: allowed === '*' || allowed === from }).toEqual({ from, isAllowed: false });
  }
});

test('stopping twice is harmless', async () => {
  const devnet = await startTestDevnet();
  await Promise.all([devnet.stop(), devnet.stop()]);
  expect(await devnet.exited).toBe(0);
});

const kills: readonly [string, () => Promise<void>][] = [
  [
    'the chain saves itself: with everything killed at once it comes back without a reset',
    async () => {
      using folder = temporaryFolder();
      const { stateFile } = devnetPaths(folder.path);
      const owner = await startOwner(folder.path);
      const before = statSync(stateFile).mtimeMs;
      const hash = await sendSomething(owner.rpcUrl);
      await eventually('a save', () => statSync(stateFile).mtimeMs > before);
      for (const pid of [owner.pid, owner.processes.guard, owner.processes.anvil]) process.kill(pid, 'SIGKILL');
      await using next = await startTestDevnet({ dataDir: folder.path });
      expect(await hasReceipt(next.rpcUrl, hash)).toBe(true);
    },
  ],
  [
    'a kill -9 of the whole process group ends Anvil with everything saved',
    async () => {
      using folder = temporaryFolder();
      const owner = await startOwner(folder.path);
      const hash = await sendSomething(owner.rpcUrl);
      process.kill(-owner.pid, 'SIGKILL');
      await eventually('the end of Anvil', () => isGone(owner.processes.anvil) && isGone(owner.processes.guard));
      await using next = await startTestDevnet({ dataDir: folder.path });
      expect(await hasReceipt(next.rpcUrl, hash)).toBe(true);
    },
  ],
  [
    'an Anvil whose guard also died is ended, and its newest state is used',
    async () => {
      using folder = temporaryFolder();
      const owner = await startOwner(folder.path);
      process.kill(owner.processes.guard, 'SIGKILL');
      process.kill(owner.pid, 'SIGKILL');
      await eventually('the end of owner and guard', () => isGone(owner.pid) && isGone(owner.processes.guard));
      const hash = await sendSomething(owner.rpcUrl);
      const log = createDevnetLog();
      await using next = await startTestDevnet({ dataDir: folder.path, log });
      expect(await hasReceipt(next.rpcUrl, hash)).toBe(true);
      expect(isGone(owner.processes.anvil)).toBe(true);
      expect(log.lines.join('\n')).toContain('outlived its service');
    },
  ],
  [
    'a start right after a kill -9 waits for the state that is being saved',
    async () => {
      using folder = temporaryFolder();
      const owner = await startOwner(folder.path);
      const hash = await sendSomething(owner.rpcUrl);
      process.kill(owner.pid, 'SIGKILL');
      await using next = await startTestDevnet({ dataDir: folder.path });
      expect(await hasReceipt(next.rpcUrl, hash)).toBe(true);
      expect(isGone(owner.processes.anvil)).toBe(true);
    },
  ],
];
for (const [name, run] of someOf(kills, 2)) test(name, run);

test('an Anvil whose guard was killed before it had loaded the chain is ended, and the saved chain stays', async () => {
  using folder = temporaryFolder();
  const first = await startTestDevnet({ dataDir: folder.path });
  const hash = await sendSomething(first.rpcUrl);
  await first.stop();
  const empty = await startAnvil({
    binary: findAnvilBinary(),
    host: '127.0.0.1',
    port: 0,
    chainId: 31337,
    mnemonic: devnetMnemonic,
    genesisTimestamp: 1,
  });
  const gone = { pid: 2 ** 22 + 1, startedAt: 'never' };
  const content = { owner: gone, guard: gone, anvil: markOf(empty.pid), port: empty.port };
  writeFileSync(devnetPaths(folder.path).processFile, JSON.stringify(content));

  await using second = await startTestDevnet({ dataDir: folder.path });
  expect(await empty.exited).toContain('SIGKILL');
  expect(second.isNew).toBe(false);
  expect(await hasReceipt(second.rpcUrl, hash)).toBe(true);
});

const stages: [string, (paths: DevnetPaths) => boolean][] = [
  ['has made its folder', ({ folder }) => existsSync(folder)],
  ['has claimed the folder', ({ processFile }) => existsSync(processFile)],
  ['has started Anvil', ({ processFile }) => existsSync(processFile) && readFileSync(processFile, 'utf8').includes('"anvil":{')],
  ['has saved the first state', ({ stateFile }) => existsSync(stateFile)],
];
for (const [stage, reached] of someOf(stages)) {
  test(`a first start killed with -9 when it ${stage} is followed by one that works`, async () => {
    using folder = temporaryFolder();
    const owner = spawnOwner(folder.path);
    await eventually(stage, () => reached(devnetPaths(folder.path)));
    owner.kill('SIGKILL');
    await using next = await startTestDevnet({ dataDir: folder.path });
    await sendSomething(next.rpcUrl);
  });
}

test('an Anvil that dies alone is started again on its port, from what was saved', async () => {
  const log = createDevnetLog();
  await using devnet = await startTestDevnet({ log });
  const hash = await sendSomething(devnet.rpcUrl);
  await devnet.save();
  process.kill(devnet.processes.anvil, 'SIGKILL');
  await eventually('the restart', async () => await hasReceipt(devnet.rpcUrl, hash).catch(() => false));
  await sendSomething(devnet.rpcUrl);
  expect(log.lines.join('\n')).toContain('restarting it');
});

test('a folder has one devnet: a second one is refused while the first lives', async () => {
  using folder = temporaryFolder();
  await using first = await startTestDevnet({ dataDir: folder.path });
  const error = await refusal(startTestDevnet({ dataDir: folder.path }));
  expect(error.code).toBe('devnet-in-use');
  expect(error.message).toContain(`process ${process.pid}`);
  await sendSomething(first.rpcUrl);
});

test('two devnets run side by side', async () => {
  await using one = await startTestDevnet();
  await using other = await startTestDevnet({ isFirst: true });
  expect(one.port).not.toBe(other.port);
  expect(one.deployment.deploymentId).not.toBe(other.deployment.deploymentId);
  const hash = await sendSomething(one.rpcUrl);
  expect([await hasReceipt(one.rpcUrl, hash), await hasReceipt(other.rpcUrl, hash)]).toEqual([true, false]);
});

test('when the port is taken a free one is used, and reported', async () => {
  await using first = await startTestDevnet();
  const log = createDevnetLog();
  await using second = await startTestDevnet({ port: first.port, log });
  expect(second.port).not.toBe(first.port);
  expect(log.lines.join('\n')).toContain(`port ${first.port} is taken`);
  const hash = await sendSomething(second.rpcUrl);
  expect(await hasReceipt(first.rpcUrl, hash)).toBe(false);
});
