import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A child process as seen by the node that started it. */
export type SpawnedProcess = {
  readonly pid: number;
  readonly output: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  kill(): void;
  /** Resolves with a text that states how the process exited and contains the end of its error output. */
  readonly exited: Promise<string>;
};

/**
 * Starts a process.
 * @throws the system's error when the process cannot be started
 */
export type SpawnProcess = () => SpawnedProcess;

/** Number of characters at the end of the process's error output that are kept. */
const MOST_COMPLAINT = 2_000;

/**
 * Runs a program of this service in a child process with the same version of Bun, connected by pipes. The program receives no environment
 * variables, no settings files and no downloaded packages. When this process ends for any reason, the program's input ends.
 */
export function spawnProcess(entry: URL): SpawnedProcess {
  const program = fileURLToPath(entry);
  const child = Bun.spawn([process.execPath, '--no-install', '--no-env-file', '--smol', program], {
    cwd: dirname(program),
    env: {},
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  // Without `unref`, the idle child process would keep this process from exiting.
  child.unref();
  const complaint = lastOf(child.stderr);
  const { stdin } = child;
  return {
    pid: child.pid,
    output: child.stdout,
    write(bytes) {
      // A write to a closed pipe fails. The error is ignored, since `exited` reports the reason.
      Promise.resolve(stdin.write(bytes)).catch(() => undefined);
      Promise.resolve(stdin.flush()).catch(() => undefined);
    },
    kill: () => child.kill('SIGKILL'),
    exited: child.exited.then(async (code) => {
      const how = child.signalCode === null ? `code ${code}` : String(child.signalCode);
      const said = (await complaint).trim();
      return said === '' ? how : `${how}: ${said}`;
    }),
  };
}

async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) text = (text + decoder.decode(chunk, { stream: true })).slice(-MOST_COMPLAINT);
  return text;
}
