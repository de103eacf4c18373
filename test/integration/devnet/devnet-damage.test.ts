import { expect, test } from 'bun:test';
import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { devnetPaths } from '../../../src/devnet/devnet-paths.ts';
import { createDevnetLog, startTestDevnet } from '../../support/devnet.ts';
import { refusal, temporaryFolder } from './devnet-harness.ts';

/** Creates a stopped devnet in a folder: a copy of the one that tests share or, with `isFirst`, a new deployment. */
async function stoppedDevnet(dataDir: string, { isFirst = false } = {}) {
  const devnet = await startTestDevnet({ dataDir, isFirst });
  await devnet.stop();
  return { ...devnetPaths(dataDir), deployment: devnet.deployment };
}

test('a truncated state file is kept, and the message says how to start over', async () => {
  using folder = temporaryFolder();
  const { stateFile, processFile } = await stoppedDevnet(folder.path);
  truncateSync(stateFile, 10_000);
  const error = await refusal(startTestDevnet({ dataDir: folder.path }));
  expect(error.code).toBe('devnet-state-damaged');
  expect(error.message).toContain(`${stateFile}.damaged`);
  expect(error.message).toContain(`delete the folder ${folder.path}`);
  expect(readFileSync(`${stateFile}.damaged`).length).toBe(10_000);
  expect(existsSync(processFile)).toBe(false);

  // A second start must fail too, and must not create a new chain over the damaged data.
  const again = await refusal(startTestDevnet({ dataDir: folder.path }));
  expect(again.code).toBe('devnet-state-missing');
  expect(again.message).toContain(`delete the folder ${folder.path}`);

  rmSync(folder.path, { recursive: true });
  await using fresh = await startTestDevnet({ dataDir: folder.path });
  expect(fresh.isNew).toBe(true);
});

test('a file of random bytes is treated like a truncated one', async () => {
  using folder = temporaryFolder();
  const { stateFile } = await stoppedDevnet(folder.path);
  writeFileSync(stateFile, 'not a chain');
  expect((await refusal(startTestDevnet({ dataDir: folder.path }))).code).toBe('devnet-state-damaged');
});

test('a first start that was killed before it was ready starts over on its own', async () => {
  using folder = temporaryFolder();
  const { stateFile, deploymentFile, deployment } = await stoppedDevnet(folder.path);
  rmSync(deploymentFile);
  const log = createDevnetLog();
  await using next = await startTestDevnet({ dataDir: folder.path, log });
  expect(next.isNew).toBe(true);
  expect(next.deployment.deploymentId).not.toBe(deployment.deploymentId);
  expect(existsSync(`${stateFile}.unfinished`)).toBe(true);
  expect(log.lines.join('\n')).toContain('was moved to');
});

test('a chain of another deployment is noticed', async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  const { stateFile } = await stoppedDevnet(folder.path);
  renameSync((await stoppedDevnet(other.path, { isFirst: true })).stateFile, stateFile);
  const error = await refusal(startTestDevnet({ dataDir: folder.path }));
  expect(error.code).toBe('devnet-mismatch');
  expect(error.message).toContain('do not belong together');
});

test('a chain made with other contracts is refused instead of misread', async () => {
  using folder = temporaryFolder();
  const { deploymentFile, deployment } = await stoppedDevnet(folder.path);
  writeFileSync(deploymentFile, JSON.stringify({ ...deployment, contractsHash: '0x00' }));
  expect((await refusal(startTestDevnet({ dataDir: folder.path }))).code).toBe('devnet-contracts-changed');
  // The test simulates a deployment file of a version that did not store the hash of all contracts.
  const { contractsHash: _, ...older } = { ...deployment };
  writeFileSync(deploymentFile, JSON.stringify({ ...older, vaultCodeHash: '0x00' }));
  expect((await refusal(startTestDevnet({ dataDir: folder.path }))).code).toBe('devnet-contracts-changed');
  writeFileSync(deploymentFile, JSON.stringify(deployment));
  expect((await refusal(startTestDevnet({ dataDir: folder.path, brand: 'Other' }))).code).toBe('devnet-contracts-changed');
});

test('a deployment file that cannot be read is named', async () => {
  using folder = temporaryFolder();
  const { deploymentFile } = await stoppedDevnet(folder.path);
  writeFileSync(deploymentFile, '{');
  const error = await refusal(startTestDevnet({ dataDir: folder.path }));
  expect(error.code).toBe('devnet-state-damaged');
  expect(error.message).toContain(deploymentFile);
});

test('a saved chain that cannot be loaded when Anvil has to be started again is kept as it is, never overwritten by an empty one', async () => {
  using folder = temporaryFolder();
  const log = createDevnetLog();
  const devnet = await startTestDevnet({ dataDir: folder.path, isFirst: false, log });
  const { stateFile } = devnetPaths(folder.path);
  await devnet.save();
  writeFileSync(stateFile, 'not a chain');
  process.kill(devnet.processes.anvil, 'SIGKILL');
  expect(await devnet.exited).toBe(3);
  expect(readFileSync(stateFile).equals(Buffer.from('not a chain'))).toBe(true);
  expect(log.lines.join('\n')).toContain('could not be started again');
});
