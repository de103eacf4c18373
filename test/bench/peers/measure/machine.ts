import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { percentile } from '../../support/measure.ts';

export type Machine = {
  readonly cores: number;
  readonly model: string;
  readonly memoryBytes: number;
  readonly kernel: string;
  /** Median time of appending 1 KB to a file and syncing it to disk, in milliseconds. A single durable reply cannot be faster than this. */
  readonly syncMs: number;
};

const SYNCS = 200;

export function describeMachine(folder: string): Machine {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  return { cores: cpus().length, model, memoryBytes: totalmem(), kernel: `Linux ${release()}`, syncMs: measureSync(`${folder}/sync`) };
}

/** The machine's load average over the last minute: processes that ran or waited for a core, including those of this benchmark. */
export function loadAverage(): number {
  return loadavg()[0] ?? Number.NaN;
}

export type CoreUse = { readonly busy: number; readonly total: number };

/** Reads the processor time of all cores since the start of the machine, in ticks: the busy ticks and all ticks. */
export function coreUse(): CoreUse {
  const numbers = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = numbers;
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, total: busy + idle + iowait };
}

/**
 * Returns the fraction of time in which the cores were busy between two samples. Measured before a benchmark round, it shows how busy other
 * work keeps the machine.
 */
export function busyShare(from: CoreUse, to: CoreUse): number {
  return (to.busy - from.busy) / Math.max(1, to.total - from.total);
}

function measureSync(path: string): number {
  const file = openSync(path, 'w');
  const kilobyte = Buffer.alloc(1_024, 'x');
  const took = Array.from({ length: SYNCS }, () => {
    const startedAt = performance.now();
    writeSync(file, kilobyte);
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return percentile(took, 0.5);
}
