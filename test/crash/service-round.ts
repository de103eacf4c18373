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
  /** URL of the harness's chain; null when the service has its own chain. */
  readonly rpcUrl: string | null;
  /** `<point>#<hit>` at which the service kills itself; null when it does not kill itself. */
  readonly deadly: string | null;
  readonly downfall: Downfall;
  readonly isBroken: boolean;
  /** Whether the service makes small batches (see `crowd.ts`); only with the harness's own entry. */
  readonly isCrowd: boolean;
};

/** One run of the service, from its start to its end. */
export type ServiceRound = {
  /** Base URL of the API, `http://127.0.0.1:<port>/api`. */
  readonly url: string;
  readonly isDead: () => boolean;
  /** Resolves when the process has ended, with a signal's name or an exit code. */
  readonly ended: Promise<string>;
  /** The points that were passed, in order. The entry of the point with the kill ends in ` killed`. */
  readonly trace: () => readonly string[];
  /** Sends a signal to the service and, with `npm start`, to everything that npm started. */
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
    // No request may leave this machine; a refused connection looks like an unavailable source.
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
  // The service runs in its own process group, because killing npm alone would leave the service running.
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const signal = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(name === 'SIGKILL' ? -pid : pid, name);
  };
  // A harness that is stopped leaves no process running.
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
