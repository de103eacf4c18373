import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { ProcessMark } from './protocol.ts';

/**
 * When a process started, as text that only has to be compared; undefined if it is gone. A zombie (ended, not yet reaped) is gone.
 * Linux reads /proc (slim images have no `ps`); others ask `ps`.
 */
export function processStartedAt(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) {
    const path = `/proc/${pid}/stat`;
    const stat = existsSync(path) ? readIfThere(path) : undefined;
    // The second field is the name in brackets and may hold anything; the state is the first after it, the start time the 20th.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
    // Start times count from the boot of the machine, so the boot is part of the mark.
    return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
  }
  const ps = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = ps.status === 0 ? ps.stdout.trim() : '';
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

export function markOf(pid: number): ProcessMark {
  return { pid, startedAt: processStartedAt(pid) ?? '' };
}

/** True while that very process runs, not another one that got its id. */
export function isRunning(mark: ProcessMark): boolean {
  return processStartedAt(mark.pid) === mark.startedAt;
}

/** The process may end between the look and the read. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return undefined;
    throw error;
  }
}
