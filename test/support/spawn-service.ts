import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENVIRONMENT } from '../../scripts/launcher/service-environment.mjs';
import { readLocalToken } from '../../src/config/local-operator.ts';
import { copyDevnet } from './copy-devnet.ts';
import { freePort } from './free-port.ts';
import { tempFolder } from './temp-folder.ts';
import { waitFor } from './wait-for.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type ServiceOptions = {
  /**
   * Settings of the service. No other variable of this process's environment is passed to the service, so that a developer's settings
   * cannot affect a test.
   */
  env?: Record<string, string>;
  args?: string[];
  /**
   * `deployed`: the service deploys a devnet itself. `copied`: it finds a copy of a deployed devnet in its data folder (see `copyDevnet`).
   * Default `deployed`.
   */
  chain?: 'deployed' | 'copied';
  /** Working folder of the service. Default: the project's folder. */
  folder?: string;
  /** The program file to run, relative to the project. Default `src/main.ts`. */
  entry?: string;
  /**
   * The start is complete when this path answers 200: `/api/health` (the service answers requests) or `/api/ready` (the service can do all
   * of its work). Default `health`.
   */
  until?: 'health' | 'ready';
  /** Time limit for the start and for an orderly stop of the service, in milliseconds. Default 60,000. */
  timeoutMs?: number;
  /** Time limit for an orderly stop of the service, in milliseconds. Default: `timeoutMs`. */
  endsWithinMs?: number;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Service = AsyncDisposable & {
  /** Base URL of the API, `http://127.0.0.1:<port>/api`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Authorization headers of the service's operator; empty unless the service created an operator token. */
  asOperator(): { authorization: string };
  /** Returns everything that the service has written to stdout and stderr so far. */
  logs(): string;
  /** Resolves when the service's process has ended, with its exit code or the signal that ended it. */
  readonly exited: Promise<Exit>;
  /** Sends a signal to the service (`SIGKILL` for a crash) and waits until its process has ended. */
  end(signal: NodeJS.Signals): Promise<Exit>;
};

/**
 * Runs the service in a separate process, on a free port and, unless `DATA_DIR` is set, in its own data folder: `await using service =
 * await spawnService({ env: { DEVNET: '0' } });`. At the end of the block it gets SIGTERM, and SIGKILL when it does not end in time.
 */
export async function spawnService(options: ServiceOptions = {}): Promise<Service> {
  const { env = {}, args = [], entry = 'src/main.ts', until = 'health', chain = 'deployed', timeoutMs = 60_000 } = options;
  const { folder = root } = options;
  const { endsWithinMs = timeoutMs } = options;
  using cleanup = new DisposableStack();
  const dataDir = env.DATA_DIR ?? cleanup.use(tempFolder()).path;
  if (chain === 'copied' && env.DEVNET !== '0') await copyDevnet(dataDir);
  const port = Number(env.PORT ?? (await freePort()));
  // The service ends when its standard input is closed, so it cannot outlive this process.
  const child = spawn(process.execPath, ['--no-install', '--no-env-file', entry, '--until-input-ends', ...args], {
    cwd: folder,
    // The rate limit is disabled in tests unless a test sets one.
    env: { ...inherited(), ...SERVICE_ENVIRONMENT, RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: dataDir, ...env, PORT: String(port) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const logs = () => output.join('');
  const exited = exitOf(child);
  const url = `http://127.0.0.1:${port}/api`;

  try {
    const outcome = await waitFor(async () => (hasEnded(child) ? 'ended' : (await fetch(`${url}/${until}`)).ok && 'up'), {
      what: `${url}/${until} to answer 200`,
      timeoutMs,
      everyMs: 25,
    });
    if (outcome === 'ended') throw new Error('it ended before it was up');
  } catch (error) {
    child.kill('SIGKILL');
    const { code, signal } = await exited;
    throw new Error(`the service did not start (ended with ${signal ?? code}); it wrote:\n${logs()}`, { cause: error });
  }
  const pid = child.pid;
  if (pid === undefined) throw new Error('a process that answered has no pid');

  const disposeFolder = cleanup.move();
  return {
    url,
    port,
    pid,
    dataDir,
    asOperator: () => ({ authorization: `Bearer ${readLocalToken(dataDir)}` }),
    logs,
    exited,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      try {
        await waitFor(() => hasEnded(child), { what: 'the end of the service after SIGTERM', timeoutMs: endsWithinMs });
      } finally {
        child.kill('SIGKILL');
        await exited;
        disposeFolder.dispose();
      }
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // The event `close` is used instead of `exit`, because at `close` all output has been read.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
