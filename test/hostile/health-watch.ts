import { readFileSync } from 'node:fs';

/** How fast and how reliably the service answered a client that requests its health all the time. */
export type HealthFigures = {
  readonly asked: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Peak memory of the service's process in MB, as reported by the kernel. */
  readonly peakMb: number;
};

const PAUSE_MS = 25;
const TIMEOUT_MS = 30_000;
const KB_IN_MB = 1_024;

/** Requests a service's health, one request after another, until it is stopped. */
export function watchHealth({ url, pid }: { readonly url: string; readonly pid: number }): { stop(): Promise<HealthFigures> } {
  const tookMs: number[] = [];
  let failed = 0;
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      const isWell = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(({ ok }) => ok, isNoAnswer);
      tookMs.push(performance.now() - startedMs);
      if (!isWell) failed += 1;
      await Bun.sleep(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return { asked: tookMs.length, failed, p50Ms: at(tookMs, 0.5), p95Ms: at(tookMs, 0.95), maxMs: at(tookMs, 1), peakMb: peakMbOf(pid) };
    },
  };
}

/** A time-out or a refused connection counts as a failed health request. */
const isNoAnswer = (): boolean => false;

/** Returns the peak memory of a process in MB; 0 on systems other than Linux, which do not report it. */
export function peakMbOf(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return found === null ? 0 : Math.round(Number(found[1]) / KB_IN_MB);
}

/** Returns the percentile: the value that the given fraction of the values does not exceed. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const describeHealth = ({ asked, failed, p50Ms, p95Ms, maxMs, peakMb }: HealthFigures): string =>
  `health ${asked} times, ${failed} failed, p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms, longest ${maxMs.toFixed(0)} ms; peak ${peakMb} MB`;
