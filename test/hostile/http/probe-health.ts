import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { at, type HealthFigures, peakMbOf } from '../health-watch.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Results of the health requests. The `own` values exclude the time in which the node waited for a processor that other processes used. */
export type ProbedHealth = HealthFigures & { readonly ownP95Ms: number; readonly ownMaxMs: number };

export type HealthProbe = Disposable & {
  /** Returns the results of the health requests since the last call, and the service's peak memory since then. */
  take(): ProbedHealth;
};

/** Requests the service's health like `watchHealth`, but in a separate process. */
export function probeHealth({ url, pid }: { readonly url: string; readonly pid: number }): HealthProbe {
  const child = spawn(
    process.execPath,
    ['--no-install', '--no-env-file', 'test/hostile/http/health-probe.ts', `${url}/health`, String(pid)],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let rest = '';
  let samples: { readonly tookMs: number; readonly ownMs: number; readonly status: number }[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [tookMs = 0, ownMs = 0, status = 0] = line.split(' ').map(Number);
      samples.push({ tookMs, ownMs, status });
    }
  });
  return {
    take() {
      const [taken, tookMs, ownMs] = [samples, samples.map((sample) => sample.tookMs), samples.map((sample) => sample.ownMs)];
      samples = [];
      const failed = taken.filter(({ status }) => status !== 200).length;
      const peakMb = peakMbOf(pid);
      forgetPeak(pid);
      const own = { ownP95Ms: at(ownMs, 0.95), ownMaxMs: at(ownMs, 1) };
      return { ...own, asked: taken.length, failed, p50Ms: at(tookMs, 0.5), p95Ms: at(tookMs, 0.95), maxMs: at(tookMs, 1), peakMb };
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Resets the kernel's value of the process's peak memory (proc(5), clear_refs). */
function forgetPeak(pid: number): void {
  if (process.platform === 'linux' && readFileSync(`/proc/${pid}/status`, 'utf8').includes('VmHWM'))
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
