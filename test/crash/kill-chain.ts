import { devnetPaths } from '../../src/devnet/devnet-paths.ts';
import { readProcessFile } from '../../src/devnet/guard/end-predecessor.ts';
import { isRunning, markOf } from '../../src/devnet/guard/process-mark.ts';
import type { ProcessMark } from '../../src/devnet/guard/protocol.ts';
import type { Downfall } from './crash-point.ts';

/** Kills the guard of a service's devnet with SIGKILL, and optionally its Anvil, just before the service itself is killed. */
export function killChain(dataDir: string, downfall: Exclude<Downfall, 'service'>): void {
  const running = readProcessFile(devnetPaths(dataDir).processFile);
  if (running === undefined) return;
  kill(running.guard);
  if (downfall === 'with-chain' && running.anvil !== null) kill(running.anvil);
}

function kill(mark: ProcessMark): void {
  if (mark.pid !== process.pid && isRunning(mark) && markOf(mark.pid).startedAt === mark.startedAt) process.kill(mark.pid, 'SIGKILL');
}
