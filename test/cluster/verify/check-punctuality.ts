/** One order of one position, with its times in UTC milliseconds. */
export type TimedOrder = {
  readonly name: string;
  /** The time of the tick at which the order should be executed. */
  readonly tickAtMs: number;
  /** Time at which the order was executed on chain; null if it was not. */
  readonly doneAtMs: number | null;
  /**
   * Time at which the owner cancelled the position before the order was executed; null if the order was executed or the position was not
   * cancelled. From that time the order need not be executed.
   */
  readonly withdrawnAtMs: number | null;
};

/** A disturbance of the cluster, from its start until everything works again. */
export type Episode = {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Whether orders may be late because of the disturbance. A disturbance that must have no visible effect on the cluster does not excuse a
   * late order.
   */
  readonly excuses: boolean;
};

export type Bounds = {
  readonly tickMs: number;
  /** Maximum time from an order's tick to its execution, when no disturbance excuses a delay; in milliseconds. */
  readonly withinMs: number;
  /**
   * Maximum time for orders that were due during a disturbance that excuses a delay, or shortly before it; counted from the first tick
   * after the disturbance.
   */
  readonly afterExcuseMs: number;
  /**
   * Milliseconds for which a disturbance excuses delays after its end: the maximum time for which a dead node may still have the lease of
   * an effect.
   */
  readonly echoMs: number;
};

/** Statistics of the orders during all disturbances with the same name, or during no disturbance (`CALM`). */
export type Seen = {
  readonly orders: number;
  /**
   * Longest time in milliseconds that an order took to be executed. It is counted from the order's tick, or from the end of the disturbance
   * if that is later.
   */
  readonly latestMs: number;
};

export type Punctuality = {
  readonly problems: readonly string[];
  readonly seen: ReadonlyMap<string, Seen>;
  /** Number of ticks at which orders were due. */
  readonly ticks: number;
};

export const CALM = 'nothing';

/**
 * Checks that each order was executed in its minute. The orders of a tick must be executed before the next tick. Orders that were due while
 * the cluster could not work must be executed within a minute of its recovery.
 *
 * @param untilMs the end of the observation; an order that is not executed counts as executed no earlier
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

/**
 * Returns three values for an order: the latest time at which it must be executed, the time from which its delay is counted, and the last
 * disturbance that affected it (null if none did).
 */
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
    // A disturbance that begins after the order was executed, or after it should have been executed, does not excuse a delay.
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
