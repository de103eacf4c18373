import { readdirSync, readFileSync } from 'node:fs';
import { waitFor } from './wait-for.ts';

/**
 * Stops (freezes) a process with SIGSTOP, and resolves when all of its threads have stopped. Immediately after the signal it may still send
 * a reply. SIGCONT resumes it.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const isStopped = (thread: string) => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'));
  await waitFor(() => readdirSync(`/proc/${pid}/task`).every(isStopped), { what: `process ${pid} to stand still`, everyMs: 1 });
}
