import { existsSync, readFileSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { readDeployment } from '../deployment.ts';
import { DevnetError } from '../devnet-error.ts';
import type { DevnetLog } from '../devnet-log.ts';
import type { DevnetPaths } from '../devnet-paths.ts';
import { saveChainState } from './chain-state.ts';
import { createJsonRpc } from './json-rpc.ts';
import { isRunning } from './process-mark.ts';
import { type ProcessFile, type ProcessMark, processFileSchema } from './protocol.ts';

/**
 * Maximum wait for the guard of an earlier devnet to end, in milliseconds. A guard saves and ends within seconds of its owner's death; a
 * guard that takes longer hangs.
 */
const GUARD_PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 25;
/**
 * Maximum wait for the service that owned an earlier devnet to end, in milliseconds. A killed process can remain visible for a moment; a
 * process that is still running after this wait is really alive.
 */
const OWNER_PATIENCE_MS = 1_000;

/**
 * Frees a data folder for a new devnet. Waits for the guard of the earlier devnet if it is still saving the chain. If the guard was killed
 * too, saves the state of its Anvil and ends that Anvil, which would otherwise keep the port and the newest state.
 * @throws DevnetError `devnet-in-use` while another live service runs this chain
 */
export async function endPredecessor(paths: DevnetPaths, log: DevnetLog): Promise<void> {
  const previous = readProcessFile(paths.processFile);
  if (previous === undefined) return;
  if (isRunning(previous.guard)) {
    if (!(await waitForEnd(previous.owner, OWNER_PATIENCE_MS))) {
      throw new DevnetError(
        'devnet-in-use',
        `The devnet in ${paths.folder} is run by process ${previous.owner.pid}. Stop that one, or choose another DATA_DIR.`,
      );
    }
    if (!(await waitForEnd(previous.guard, GUARD_PATIENCE_MS))) kill(previous.guard);
  }
  if (previous.anvil !== null && isRunning(previous.anvil)) {
    log.warn(`devnet: ending an Anvil (process ${previous.anvil.pid}) that outlived its service`);
    if (existsSync(paths.deploymentFile)) await rescueState(previous, paths, log);
    kill(previous.anvil);
    await waitForEnd(previous.anvil, GUARD_PATIENCE_MS);
  }
  rmSync(paths.processFile, { force: true });
}

/**
 * Reads which processes run the chain of a data folder.
 * @returns undefined if there is no such file, or if a crash of the machine truncated it (then its processes have ended as well)
 */
export function readProcessFile(path: string): ProcessFile | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  try {
    return v.parse(processFileSchema, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof v.ValiError) {
      rmSync(path, { force: true });
      return undefined;
    }
    throw error;
  }
}

/**
 * Saves the state of an orphaned Anvil, which may be newer than the saved file. If Anvil does not answer, the saved file is used, which is
 * at most a second old. Losing the blocks since then has the same effect as a reorg.. If Anvil's guard was killed before it loaded the
 * saved chain, Anvil has no chain and must not overwrite the file.
 */
async function rescueState(previous: ProcessFile, paths: DevnetPaths, log: DevnetLog): Promise<void> {
  try {
    const rpc = createJsonRpc(`http://127.0.0.1:${previous.port}`);
    const marker = readDeployment(paths.deploymentFile)?.contracts.marker;
    if (marker === undefined || (await rpc('eth_getCode', [marker, 'latest'])) === '0x') {
      log.warn('devnet: the Anvil that the previous run left had not loaded its chain yet; the last saved state is used');
      return;
    }
    await saveChainState(rpc, paths.stateFile);
  } catch (error) {
    log.warn(
      `devnet: the state of that Anvil could not be read (${error instanceof Error ? error.message : String(error)}); the last saved state is used`,
    );
  }
}

async function waitForEnd(mark: ProcessMark, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (isRunning(mark)) {
    if (performance.now() > end) return false;
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return true;
}

function kill(mark: ProcessMark): void {
  if (isRunning(mark)) process.kill(mark.pid, 'SIGKILL');
}
