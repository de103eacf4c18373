import { LAG_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, gaugeOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** Metric families for the process: memory, processor time, event loop. */
export const PROCESS_METRICS = {
  buildInfo: gaugeOf('coxswain_build_info', 'Always 1. The labels contain the version of the program.', ['version', 'runtime', 'store']),
  processStartTimeSeconds: gaugeOf('coxswain_process_start_time_seconds', 'Unix time in seconds at which the service started.', []),
  uptimeSeconds: gaugeOf('coxswain_uptime_seconds', 'Seconds since the service started.', []),
  processCpuSeconds: counterOf('coxswain_process_cpu_seconds_total', 'Processor time of all threads of the process, in seconds.', []),
  processResidentMemoryBytes: gaugeOf('coxswain_process_resident_memory_bytes', 'Resident memory of the process, in bytes.', []),
  processHeapBytes: gaugeOf('coxswain_process_heap_bytes', 'Memory that the objects of the program use, in bytes.', []),
  eventLoopLagSeconds: histogramOf(
    'coxswain_event_loop_lag_seconds',
    'Seconds by which a timer of the event loop fires late, measured twice a second.',
    [],
    LAG_SECONDS,
  ),
};

/** Milliseconds between measurements of the event loop's delay. */
const LAG_EVERY_MS = 500;

/**
 * Exports gauges of the process: version, memory, processor time, event loop delay.
 * @returns a function that stops the timer
 */
export function countProcess(
  metrics: Metrics,
  about: { readonly version: string; readonly store: string; readonly startedAtMs: number; readonly now: () => number },
): () => void {
  const build = metrics.gauge(PROCESS_METRICS.buildInfo);
  build.of(about.version, `bun-${Bun.version}`, about.store).set(1);
  const started = metrics.gauge(PROCESS_METRICS.processStartTimeSeconds).of();
  started.set(about.startedAtMs / 1_000);
  const uptime = metrics.gauge(PROCESS_METRICS.uptimeSeconds).of();
  const cpu = metrics.counter(PROCESS_METRICS.processCpuSeconds).of();
  const resident = metrics.gauge(PROCESS_METRICS.processResidentMemoryBytes).of();
  const heap = metrics.gauge(PROCESS_METRICS.processHeapBytes).of();
  const lag = metrics.histogram(PROCESS_METRICS.eventLoopLagSeconds).of();

  metrics.beforeReading(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    uptime.set((about.now() - about.startedAtMs) / 1_000);
    cpu.follow((user + system) / 1_000_000);
    resident.set(rss);
    heap.set(heapUsed);
  });

  let dueAtMs = performance.now() + LAG_EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueAtMs) / 1_000);
    dueAtMs = nowMs + LAG_EVERY_MS;
  }, LAG_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
