/** One order of one position. All times in UTC milliseconds. */
export type TimedOrder = {
  readonly name: string;
  /** The tick to which the order belongs. */
  readonly tickAtMs: number;
  /** Time of the execution on chain; null if the order was not executed. */
  readonly doneAtMs: number | null;
  /** For an order that was not executed: time at which its owner cancelled the position. After that time the order is not due. */
  readonly withdrawnAtMs: number | null;
};

/** A disturbance of the cluster, from its start until everything works again. */
export type Episode = {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether orders may be late because of the disturbance. A disturbance that must have no visible effect on a cluster is no excuse. */
  readonly excuses: boolean;
};

export type Bounds = {
  readonly tickMs: number;
  /** Time limit for an order without an excuse, from its tick. */
  readonly withinMs: number;
  /** Time limit for orders that were due during an excuse or shortly before it, from the first tick after the excuse. */
  readonly afterExcuseMs: number;
  /** How long an excuse counts after its end: the maximum time for which a dead node may still have the lease of an effect. */
  readonly echoMs: number;
};

/** The orders during all disturbances with one name, or during none (`CALM`). */
export type Seen = {
  readonly orders: number;
  /** Maximum time from the order's tick, or from the end of the excuse if that is later, to its execution; ms. */
  readonly latestMs: number;
};

export type Punctuality = {
  readonly problems: readonly string[];
  readonly seen: ReadonlyMap<string, Seen>;
  /** Number of ticks with orders. */
  readonly ticks: number;
};

export const CALM = 'nothing';

/**
 * Checks that each order was executed in its minute. Orders of a tick must be done before the next tick, and orders that were due while the
 * cluster could not work must be done within a minute of its recovery.
 *
 * @param untilMs the end of the observation; an order that is not done counts as done no earlier
 */
export function checkPunctuality(
  orders: readonly TimedOrder[],
  episodes: readonly Episode[],
  bounds: Bounds,
  untilMs: number,
): Punctuality {
  const inOrder = episodes.toSorted((one, other) => one.fromMs - other.fromMs);
  const problems: string[] = [];
  const seen = new Map<string, Seen>();
  for (const order of orders) {
    const { deadlineMs, sinceMs, met } = deadlineOf(order, inOrder, bounds);
    const doneAtMs = order.doneAtMs ?? Math.min(untilMs, order.withdrawnAtMs ?? untilMs);
    if (order.doneAtMs === null && doneAtMs <= deadlineMs) continue;
    const tookMs = Math.max(0, doneAtMs - sinceMs);
    if (doneAtMs > deadlineMs) {
      const what = order.doneAtMs === null ? 'not done' : 'done';
      const when = met?.excuses ? `the end of "${met.name}"` : `its tick${met === null ? '' : `, which fell into "${met.name}"`}`;
      problems.push(`${order.name} was ${what} ${seconds(tookMs)} s after ${when}; ${seconds(deadlineMs - sinceMs)} s are allowed`);
    }
    const name = met?.name ?? CALM;
    const before = seen.get(name) ?? { orders: 0, latestMs: 0 };
    seen.set(name, { orders: before.orders + 1, latestMs: Math.max(before.latestMs, tookMs) });
  }
  return { problems, seen, ticks: new Set(orders.map(({ tickAtMs }) => tickAtMs)).size };
}

/** Returns the deadline of an order, the time at which it starts to count, and the last disturbance that affected the order. */
function deadlineOf(
  { tickAtMs, doneAtMs }: TimedOrder,
  episodes: readonly Episode[],
  { tickMs, withinMs, afterExcuseMs, echoMs }: Bounds,
): { deadlineMs: number; sinceMs: number; met: Episode | null } {
  let deadlineMs = tickAtMs + withinMs;
  let sinceMs = tickAtMs;
  let met: Episode | null = null;
  for (const episode of episodes) {
    const { fromMs, toMs, excuses } = episode;
    // A disturbance that begins after the order was done, or should have been done, does not excuse the order.
    if (fromMs > Math.min(deadlineMs, doneAtMs ?? deadlineMs)) continue;
    if (toMs + (excuses ? echoMs : 0) < tickAtMs) continue;
    if (!excuses) {
      met ??= episode;
      continue;
    }
    met = episode;
    sinceMs = Math.max(sinceMs, toMs);
    deadlineMs = Math.max(deadlineMs, tickAtOrAfter(toMs, tickMs) + afterExcuseMs);
  }
  return { deadlineMs, sinceMs, met };
}

export function tickAtOrAfter(atMs: number, tickMs: number): number {
  return Math.ceil(atMs / tickMs) * tickMs;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
