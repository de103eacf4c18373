import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { startDevnet } from '../../src/devnet/start-devnet.ts';
import { makeOnce } from './make-once.ts';

const TIMEOUT_MS = 60_000;

/**
 * Copies a deployed devnet into a data folder, so that a service need not deploy one, which takes a second of processor time. The devnet is
 * deployed once per test run, in the folder that `npm test` sets in TEST_RUN_FOLDER; without that variable nothing is copied. A devnet
 * already in the data folder is kept. Not suitable for tests of the first start, nor for two chains that must differ, because all copies
 * have the same deployment id.
 */
export async function copyDevnet(dataDir: string): Promise<void> {
  const shared = process.env.TEST_RUN_FOLDER;
  const target = join(dataDir, 'devnet');
  if (shared === undefined || shared === '' || existsSync(target)) return;
  const deployed = join(shared, 'devnet');
  await makeOnce(deployed, deploy, { what: 'the deployment of the devnet that is copied', timeoutMs: TIMEOUT_MS });
  cpSync(join(deployed, 'devnet'), target, { recursive: true });
}

async function deploy(dataDir: string): Promise<void> {
  const nothing = () => {};
  const log = { info: nothing, warn: nothing, error: nothing };
  const devnet = await startDevnet({ dataDir, port: 0, clock: { now: () => Date.now() }, log });
  await devnet.stop();
}
