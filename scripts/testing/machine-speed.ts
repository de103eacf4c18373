/** Processor time of one probe on the machine on which the budgets of `test-class.ts` were measured, while it was busy, ms. */
const REFERENCE_MS = 25;
const PROBE_EVERY_MS = 10_000;

/**
 * Measures during a run how fast the machine's processor is, by timing the same small piece of work again and again. A slow or crowded
 * machine needs more processor time for the same tests, which is no fault of the tests.
 */
export function startSpeedProbe(): { readonly stop: () => void; readonly slowness: () => number } {
  // The first measurement also includes the compilation of the measured code, so its result is ignored.
  probeMs();
  const seenMs: number[] = [probeMs()];
  const probe = () => seenMs.push(probeMs());
  const timer = setInterval(probe, PROBE_EVERY_MS);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    /** The factor by which processor time budgets grow on this machine: 1 on the reference machine and on any faster one. */
    slowness: () => slownessOf(seenMs),
  };
}

/** Returns how slow this machine is: the median of the measured times divided by the reference time, and at least 1. */
export function slownessOf(seenMs: readonly number[], referenceMs = REFERENCE_MS): number {
  const median = seenMs.toSorted((one, other) => one - other)[Math.floor(seenMs.length / 2)] ?? referenceMs;
  return Math.max(1, median / referenceMs);
}

/** Parses, hashes and sorts a fixed text, as most tests do. Returns the processor time of this work, ms. */
function probeMs(): number {
  const startedAt = process.cpuUsage();
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    key: `row-${(index * 7919) % 2_000}`,
    value: index,
    amounts: [index, `${index}`],
  }));
  const text = JSON.stringify(rows);
  for (let round = 0; round < 15; round++) {
    const parsed = JSON.parse(text) as typeof rows;
    parsed.sort((one, other) => (one.key < other.key ? -1 : 1));
    new Bun.CryptoHasher('sha256').update(JSON.stringify(parsed)).digest('hex');
  }
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}
