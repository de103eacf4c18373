import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnetLog } from '../../src/devnet/devnet-log.ts';
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts';
import type { Clock } from '../../src/values/clock.ts';
import { copyDevnet } from './copy-devnet.ts';

/** The real clock of this machine, which Anvil uses as well. */
export const wallClock: Clock = { now: () => Date.now() };

/** Creates a log that stores its lines, so that tests can check them. */
export function createDevnetLog(): DevnetLog & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

export type TestDevnetOptions = {
  readonly dataDir?: string;
  readonly port?: number;
  readonly clock?: Clock;
  readonly log?: DevnetLog;
  readonly brand?: string;
  /**
   * Whether the devnet is really deployed instead of copied from the test run's shared one. A given folder, clock or brand has the same
   * effect.
   */
  readonly isFirst?: boolean;
};

/**
 * Starts a real devnet (Anvil, Uniswap v2 to v4, the vaults, the relayer, tokens, pools, funded wallets) on a free port in a temporary
 * folder, in less than a second.
 * `await using devnet = await startTestDevnet()` ends it and removes the folder (a given folder is kept).
 */
export async function startTestDevnet(options: TestDevnetOptions = {}): Promise<Devnet> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'coxswain-devnet-'));
  const { isFirst = options.dataDir !== undefined || options.clock !== undefined || options.brand !== undefined } = options;
  if (!isFirst) await copyDevnet(dataDir);
  const devnet = await startDevnet({
    dataDir,
    port: options.port ?? 0,
    clock: options.clock ?? wallClock,
    ...(options.brand === undefined ? {} : { brand: options.brand }),
    log: options.log ?? createDevnetLog(),
  });
  // A copied devnet's newest block is as old as the copy. A new block sets the chain's time to the current time.
  if (!isFirst) await devnet.mine();
  const stop = async () => {
    await devnet.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...devnet, stop, [Symbol.asyncDispose]: stop };
}
