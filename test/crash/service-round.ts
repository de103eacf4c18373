import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import type { Downfall } from './crash-point.ts';
import { EXECUTOR_SETTING } from './executors.ts';
import type { Kill } from './plan-kills.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type ServiceRoundOptions = {
  readonly dataDir: string;
  readonly entry: Kill['entry'];
  /** URL of the chain that the harness runs; null when the service runs its own chain. */
  readonly rpcUrl: string | null;
  /**
   * `<point>#<pass>`: the named point, and the number of the pass, at which the service kills itself; null when it does not kill itself.
   */
  readonly deadly: string | null;
  readonly downfall: Downfall;
  readonly isBroken: boolean;
  /** Whether the service makes small batches (see `crowd.ts`). Only possible with the harness's own program. */
  readonly isCrowd: boolean;
};

/** One run of the service, from the start of its process to its end. */
export type ServiceRound = {
  /** Base URL of the API, `http://127.0.0.1:<port>/api`. */
  readonly url: string;
  readonly isDead: () => boolean;
  /** Resolves when the process has ended, with the name of the signal or the exit code. */
  readonly ended: Promise<string>;
  /** Returns the named points that the service has passed, in order. The entry of the point at which it killed itself ends in ` killed`. */
  readonly trace: () => readonly string[];
  /** Sends a signal to the service's process and, with `npm start`, to everything that npm has started. */
  readonly signal: (name: NodeJS.Signals) => void;
};

/** Starts the service in its own process; its output is appended to `service.log` in the data folder. */
export async function startServiceRound(options: ServiceRoundOptions): Promise<ServiceRound> {
  const { dataDir, entry, rpcUrl, deadly, downfall, isBroken, isCrowd } = options;
  const port = await freePort();
  const tracePath = join(dataDir, 'trace.txt');
  rmSync(tracePath, { force: true });
  const env: Record<string, string> = {
    RATE_LIMIT_PER_MINUTE: '0',
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: process.env.HOME ?? dataDir,
    DATA_DIR: dataDir,
    PORT: String(port),
    TICK_INTERVAL_MS: '1000',
    LOG_LEVEL: 'warn',
    // The price source gets a URL on this machine at which nothing listens, because the test must send no request to other machines. The
    // refused connection looks like an unavailable source.
    COINGECKO_URL: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
    ...(rpcUrl === null ? { DEVNET_PORT: '0' } : { DEVNET: '0', RPC_31337: rpcUrl }),
    ...EXECUTOR_SETTING,
    CRASH_TRACE: tracePath,
    CRASH_DOWNFALL: downfall,
    ...(deadly === null ? {} : { CRASH_AT: deadly }),
    ...(isBroken ? { CRASH_BROKEN: '1' } : {}),
    ...(isCrowd ? { CRASH_CROWD: '1' } : {}),
  };
  const [program, args] =
    entry === 'npm-start' ? ['npm', ['start', '--silent']] : [process.execPath, ['--no-install', '--no-env-file', 'test/crash/service.ts']];
  const log = openSync(join(dataDir, 'service.log'), 'a');
  // The service gets its own process group, because killing npm alone would leave the service running.
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const signal = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(name === 'SIGKILL' ? -pid : pid, name);
  };
  // When the harness is stopped, it must not leave a service running.
  const stopWithUs = () => signal('SIGKILL');
  process.once('exit', stopWithUs);
  const ended = endOf(child).finally(() => process.off('exit', stopWithUs));
  return {
    url: `http://127.0.0.1:${port}/api`,
    ended,
    isDead: () => child.exitCode !== null || child.signalCode !== null,
    trace: () => (existsSync(tracePath) ? readFileSync(tracePath, 'utf8').split('\n').filter(Boolean) : []),
    signal,
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ?? String(code)));
  });
}
