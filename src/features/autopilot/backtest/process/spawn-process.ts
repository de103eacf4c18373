import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process as its node sees it. */
export type SpawnedProcess = {
  readonly pid: number;
  readonly output: AsyncIterable<Uint8Array>;
  write(bytes: Uint8Array): void;
  kill(): void;
  /** How it ended, in words, with the last that it complained of. */
  readonly exited: Promise<string>;
};

/** @throws whatever the system says when there can be no process */
export type SpawnProcess = () => SpawnedProcess;

/** Kept of what it complained of. */
const MOST_COMPLAINT = 2_000;

/**
 * Runs a program of ours on this Bun, with pipes and nothing else: none of our environment, no files of settings, no packages fetched. Its input ends when
 * this process does, however that ends.
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
  // An idle one keeps nobody from ending.
  child.unref();
  const complaint = lastOf(child.stderr);
  const { stdin } = child;
  return {
    pid: child.pid,
    output: child.stdout,
    write(bytes) {
      // A pipe whose other end is gone: how it ended says more.
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
