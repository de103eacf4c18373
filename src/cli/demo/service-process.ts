import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devnetPaths } from '../../devnet/devnet-paths.ts';
import { waitUntil } from './wait-until.ts';

/** A machine that is short of everything still starts in this. */
const START_TIMEOUT_MS = 60_000;
/** After SIGTERM; the service's own grace time is ten seconds. */
const STOP_TIMEOUT_MS = 20_000;
/** Kept of what it writes, to be shown when something goes wrong. */
const KEPT_CHARS = 8_000;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The service in a process of its own. */
export type ServiceProcess = {
  /** `http://127.0.0.1:<port>/api` */
  readonly baseUrl: string;
  readonly pid: number;
  /** From the start of the process to its readiness. */
  readonly tookMs: number;
  /** Kills it with -9 and waits for its end. */
  kill(): Promise<void>;
};

export type ServiceHost = {
  /** Starts the service and waits until it is ready. @throws Error with what it wrote, when it is not */
  start(signal: AbortSignal): Promise<ServiceProcess>;
  /** Ends what runs, chain included. Never throws for a process that is gone already. */
  stop(): Promise<void>;
  /** The end of what it has written. */
  output(): string;
};

/**
 * Runs one service at a time on a data folder, on free ports, with these settings and nothing else of the user's environment:
 * a demo must not touch a database or a chain that the user has configured.
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
        // A group of its own: Ctrl-C is for the demo, which then ends the service in order.
        detached: true,
        // The pipe in is never written to. It closes when the demo is gone, even by kill -9, and that ends the service.
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
      // After a kill the chain's guard goes on for a moment to save the chain: the folder is not free before.
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
