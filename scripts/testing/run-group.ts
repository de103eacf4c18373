import { killGroup } from './kill-group.ts';

/** The result of a process that ran in its own process group. */
export type EndedGroup = {
  readonly isWell: boolean;
  /** The exit code, or the signal that ended the process. */
  readonly status: number | string;
  /** Why this program killed the process, such as "was stopped"; null when the process ended by itself. */
  readonly killedBecause: string | null;
  /** Processor time of the process and its awaited children, in milliseconds. */
  readonly cpuMs: number;
};

/**
 * Runs Bun in a process group of its own and streams its output. The whole group is killed when the process ends, so that nothing is left
 * running.
 * @param options.stop an abort kills the group
 */
export async function runGroup(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly stop: AbortSignal;
    readonly timeoutMs: number;
    readonly env?: Readonly<Record<string, string>> | undefined;
  },
): Promise<EndedGroup> {
  const { cwd, stop, timeoutMs, env = {} } = options;
  const child = Bun.spawn([process.execPath, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let killedBecause: string | null = null;
  const kill = (why: string) => {
    killedBecause = why;
    killGroup(child.pid);
  };
  const onStop = () => kill('was stopped');
  const timer = setTimeout(() => kill(`did not end within ${timeoutMs / 1000} s and was killed`), timeoutMs);
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  const code = await child.exited;
  clearTimeout(timer);
  stop.removeEventListener('abort', onStop);
  killGroup(child.pid);
  return {
    isWell: code === 0 && killedBecause === null,
    status: child.signalCode ?? code,
    killedBecause,
    cpuMs: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000,
  };
}

/** Describes how the process ended, as the rest of a sentence that starts with "the process". */
export function howItEnded({ killedBecause, status }: EndedGroup): string {
  return killedBecause ?? `ended with ${status}`;
}
