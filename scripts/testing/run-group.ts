import { killGroup } from './kill-group.ts';

/** How a process ended that was run in a group of its own. */
export type EndedGroup = {
  readonly isWell: boolean;
  /** Its exit code, or the signal that ended it. */
  readonly status: number | string;
  /** Why it was killed from here, such as "was stopped"; null when it ended by itself. */
  readonly killedBecause: string | null;
  /** Processor time of the process and of those that it waited for, ms. */
  readonly cpuMs: number;
};

/**
 * Runs Bun with these arguments in a process group of its own, streaming its output. The group is killed with the process, so that nothing is
 * left running.
 * @param options.stop aborts the run: the group is killed
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

/** Completes a sentence that begins with "the process". */
export function howItEnded({ killedBecause, status }: EndedGroup): string {
  return killedBecause ?? `ended with ${status}`;
}
