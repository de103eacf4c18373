import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { ProcessMark } from './protocol.ts';

/**
 * Returns the start time of a process, as a text that serves only for comparison with other start times; undefined if the process has
 * ended. A zombie (ended, not yet reaped) counts as ended. Reads /proc on Linux (slim images have no `ps`); other systems use `ps`.
 */
export function processStartedAt(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) {
    const path = `/proc/${pid}/stat`;
    const stat = existsSync(path) ? readIfThere(path) : undefined;
    // The second field of /proc/<pid>/stat is the process name in brackets, which may contain any character. So fields are counted after
    // the closing bracket: field 0 is the state, field 19 the start time.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
    // Linux counts start times from the boot of the machine, so the boot id is part of the returned text.
    return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
  }
  const ps = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.status === 0 ? ps.stdout.trim() : '';
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: processStartedAt(pid) ?? '' };
}

/** Whether exactly this process is still running, and not a later process with the same id. */
export function isRunning(mark: ProcessMark): boolean {
  return processStartedAt(mark.pid) === mark.startedAt;
}

/**
 * Reads a file, or returns undefined when it does not exist. A process may end after the check that its files in /proc exist, and its files
 * then disappear before they are read.
 */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
