import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

export type SystemProcess = {
  readonly pid: number;
  readonly exited: Promise<void>;
  hasExited(): boolean;
};

export type Owner = { readonly uid: number; readonly gid: number };

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** User that runs the process; needed for a program that refuses to run as root. */
  readonly owner?: Owner;
};

/** Running processes that the benchmark started. They are ended together with the benchmark, however it ends. */
const running = new Map<number, SystemProcess>();
process.on('exit', () => {
  for (const pid of withDescendants([...running.values()])) signal(pid, 'SIGKILL');
});
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(1));

/** Starts a process of a compared system; its output is appended to the file. */
export function startProcess(command: readonly string[], logFile: string, { env, owner }: StartOptions = {}): SystemProcess {
  const log = openSync(logFile, 'a');
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env }, ...owner });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} could not be started`);
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => {
    running.delete(pid);
    resolve();
  });
  const started: SystemProcess = { pid, exited, hasExited: () => !running.has(pid) };
  running.set(pid, started);
  return started;
}

/** Returns the given processes and all their descendants, read from /proc. */
export function withDescendants(roots: readonly SystemProcess[]): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = roots.filter((root) => !root.hasExited()).map(({ pid }) => pid);
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Sends SIGKILL to all given processes at once. Resolves when those that the benchmark started itself have ended. */
export async function killAll(roots: readonly SystemProcess[]): Promise<void> {
  for (const pid of withDescendants(roots)) signal(pid, 'SIGKILL');
  await Promise.all(roots.map(({ exited }) => exited));
}

/** Ends the processes with SIGTERM, the last started first, and kills those that have not ended within the grace time. */
export async function endAll(roots: readonly SystemProcess[], graceMs = 10_000): Promise<void> {
  for (const root of [...roots].reverse()) {
    if (root.hasExited()) continue;
    const family = withDescendants([root]);
    signal(root.pid, 'SIGTERM');
    const isLate = await Promise.race([root.exited.then(() => false), Bun.sleep(graceMs).then(() => true)]);
    if (isLate) for (const pid of family) signal(pid, 'SIGKILL');
    await root.exited;
  }
}

/** Resident memory of the processes in bytes. A page that several of them share counts once (PSS). */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (kilobytesOf(pid) ?? 0) * 1_024, 0);
}

/** Linux reports processor time in hundredths of a second, whatever its internal clock rate is. */
const TICK_MS = 10;

/** Processor time of the processes, in user mode and in the kernel. Other work on the machine hardly affects this value. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0);
}

function signal(pid: number, name: 'SIGKILL' | 'SIGTERM'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // ESRCH means that the process had already ended, so no signal is needed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function kilobytesOf(pid: number): number | null {
  const text = readProc(`/proc/${pid}/smaps_rollup`);
  const pss = /^Pss:\s+(\d+) kB$/m.exec(text ?? '')?.[1];
  return pss === undefined ? null : Number(pss);
}

function parentOf(pid: number): number | null {
  const parent = statOf(pid)?.[3];
  return parent === undefined ? null : Number(parent);
}

function ticksOf(pid: number): number {
  const stat = statOf(pid);
  return Number(stat?.[13] ?? 0) + Number(stat?.[14] ?? 0);
}

/**
 * Returns the fields of /proc/PID/stat, numbered from 0 (proc(5)). The second field is the process name in brackets, which may contain any
 * characters, so it is left empty.
 */
function statOf(pid: number): readonly string[] | null {
  const text = readProc(`/proc/${pid}/stat`);
  return text === null ? null : [String(pid), '', ...text.slice(text.lastIndexOf(')') + 2).split(' ')];
}

/** Reads a file of /proc; returns null when its process has ended meanwhile. */
function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
