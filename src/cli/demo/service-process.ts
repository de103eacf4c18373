import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devnetPaths } from '../../devnet/devnet-paths.ts';
import { waitUntil } from './wait-until.ts';

/** Time limit for the start of the service in ms; enough for a very busy machine. */
const START_TIMEOUT_MS = 60_000;
/** Time limit for the service to exit after SIGTERM, in ms. The service's own grace period is ten seconds. */
const STOP_TIMEOUT_MS = 20_000;
/** Number of characters of the service's output that are kept, so that error messages can contain them. */
const KEPT_CHARS = 8_000;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The service, which the demo runs in a separate process. */
export type ServiceProcess = {
  /** Base URL of the API, `http://127.0.0.1:<port>/api`. */
  readonly baseUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the service's process until the service was ready. */
  readonly tookMs: number;
  /** Kills the service's process with SIGKILL and waits until it has exited. */
  kill(): Promise<void>;
};

export type ServiceHost = {
  /** Starts the service and waits until it is ready. @throws Error with the service's output when it does not become ready */
  start(signal: AbortSignal): Promise<ServiceProcess>;
  /** Stops the service and its local chain. Does not throw when the process has exited already. */
  stop(): Promise<void>;
  /** Returns the last part of the service's output, for error messages. */
  output(): string;
};

/**
 * Runs the service in a data folder, one process at a time, on free ports and with no other settings than `settings`. The user's
 * environment variables are not passed on, so the demo cannot use a database or chain that the user has configured.
 */
export function createServiceHost(dataDir: string, settings: Readonly<Record<string, string>>): ServiceHost {
  let child: ChildProcess | null = null;
  let output = '';
  const env = { PATH: '/usr/bin:/bin', HOST: '127.0.0.1', PORT: '0', DEVNET: '1', DEVNET_PORT: '0', DATA_DIR: dataDir, ...settings };

  return {
    output: () => output,

    async start(signal) {
      const startedAt = performance.now();
      const started = spawn(process.execPath, ['--no-install', '--no-env-file', join('src', 'main.ts'), '--until-input-ends'], {
        cwd: root,
        env,
        // The service gets its own process group. So the signal of Ctrl-C reaches only the demo's process, which then stops the service
        // properly.
        detached: true,
        // Nothing is written to the pipe of the service's standard input. The pipe closes when the demo ends, even after kill -9, and the
        // service stops when the pipe closes.
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child = started;
      let own = '';
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          own = (own + text).slice(-KEPT_CHARS);
          output = (output + text).slice(-KEPT_CHARS);
        });
      }
      let spawnError: Error | null = null;
      started.once('error', (error) => {
        spawnError = error;
      });
      const baseUrl = await waitUntil(
        async () => {
          if (spawnError !== null || hasEnded(started)) return 'ended';
          const url = /Coxswain serves (http:\S+)/.exec(own)?.[1];
          return url !== undefined && (await fetch(`${url}/ready`)).ok ? url : null;
        },
        { what: 'the service to be ready', timeoutMs: START_TIMEOUT_MS, signal },
      );
      if (baseUrl === 'ended' || started.pid === undefined) throw new Error('the service ended before it was ready', { cause: spawnError });
      return {
        baseUrl,
        pid: started.pid,
        tookMs: performance.now() - startedAt,
        async kill() {
          started.kill('SIGKILL');
          await ended(started, STOP_TIMEOUT_MS);
        },
      };
    },

    async stop() {
      if (child !== null && !hasEnded(child)) {
        child.kill('SIGTERM');
        if (!(await ended(child, STOP_TIMEOUT_MS))) {
          child.kill('SIGKILL');
          await ended(child, STOP_TIMEOUT_MS);
        }
      }
      // After the service was killed, the process that guards the local chain still saves the chain's state. The data folder must not be
      // used before that process has finished.
      const { processFile } = devnetPaths(dataDir);
      await waitUntil(async () => (existsSync(processFile) ? null : true), {
        what: "the end of the chain's process",
        timeoutMs: STOP_TIMEOUT_MS,
        signal: new AbortController().signal,
      });
    },
  };
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

async function ended(child: ChildProcess, timeoutMs: number): Promise<boolean> {
  if (hasEnded(child)) return true;
  return await new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
