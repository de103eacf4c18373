import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { ProcessMark } from './protocol.ts';

/**
 * Returns when a process started, as text only for comparison; undefined if the process is gone. A zombie (ended, not yet reaped) counts as
 * gone. Reads /proc on Linux (slim images have no `ps`); other systems use `ps`.
 */
export function processStartedAt(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) {
    const path = `/proc/${pid}/stat`;
    const stat = existsSync(path) ? readIfThere(path) : undefined;
    // The second field is the process name in brackets and may contain anything. After it, the first field is the state and the 20th is the
    // start time.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
    // Start times count from the machine's boot, so the boot id is part of the mark.
    return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
  }
  const ps = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.status === 0 ? ps.stdout.trim() : '';
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: processStartedAt(pid) ?? '' };
}

/** Whether this exact process is still running, and not a later process with the same id. */
export function isRunning(mark: ProcessMark): boolean {
  return processStartedAt(mark.pid) === mark.startedAt;
}

/** Reads a file, or returns undefined when it does not exist, because the process may end between the check and the read. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
