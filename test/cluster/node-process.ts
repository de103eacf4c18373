import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../support/wait-for.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_MS = 60_000;
/** Time limit in milliseconds for a node to stop, longer than the node's own grace period. */
const STOP_MS = 40_000;

export type NodeOptions = {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  /** Settings that all nodes share. */
  readonly env: Readonly<Record<string, string>>;
};

/** One node of the cluster. It keeps its name, data folder and port when its process is replaced by a new one. */
export type ClusterNode = {
  readonly name: string;
  /** Base URL of the API, `http://127.0.0.1:<port>/api`. */
  readonly url: string;
  readonly isUp: () => boolean;
  /** Starts a new process of the node and waits until it serves requests. */
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM to the node's process and returns the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly freeze: () => void;
  readonly thaw: () => void;
};

/** Creates a node of the cluster; its output is appended to `<name>.log` in the folder. */
export function createClusterNode({ name, folder, port, env }: NodeOptions): ClusterNode {
  const url = `http://127.0.0.1:${port}/api`;
  let child: Bun.Subprocess | null = null;
  // When the test harness exits, it kills the node's process, so that no process is left running.
  process.once('exit', () => child?.kill('SIGKILL'));

  function running(): Bun.Subprocess {
    if (child === null || child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} does not run`);
    return child;
  }

  return {
    name,
    url,
    isUp: () => child !== null && child.exitCode === null && child.signalCode === null,
    async start() {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const started = Bun.spawn([process.execPath, '--no-install', '--no-env-file', 'src/main.ts'], {
        cwd: root,
        env: {
          PATH: process.env.PATH ?? '/usr/bin:/bin',
          HOME: folder,
          DATA_DIR: join(folder, name),
          PORT: String(port),
          RATE_LIMIT_PER_MINUTE: '0',
          ...env,
        },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      child = started;
      const isServing = async () => {
        if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode} while it started; see ${name}.log`);
        return (await fetch(`${url}/health`)).ok;
      };
      await waitFor(isServing, { what: `${name} to serve`, timeoutMs: START_MS, everyMs: 50 });
    },
    async kill() {
      const ending = running();
      ending.kill('SIGKILL');
      await ending.exited;
    },
    async stop() {
      const ending = running();
      ending.kill('SIGTERM');
      const late = setTimeout(() => ending.kill('SIGKILL'), STOP_MS);
      await ending.exited;
      clearTimeout(late);
      return ending.exitCode;
    },
    freeze: () => running().kill('SIGSTOP'),
    thaw: () => running().kill('SIGCONT'),
  };
}
