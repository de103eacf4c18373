/** One order of one position. All times in UTC milliseconds. */
export type TimedOrder = {
  readonly name: string;
  /** The tick whose work it is. */
  readonly tickAtMs: number;
  /** When it was executed on chain; null when it was not. */
  readonly doneAtMs: number | null;
  /** Of an order that was not: when its owner cancelled, after which nobody owes it. */
  readonly withdrawnAtMs: number | null;
};

/** Something that was done to the cluster, from its beginning to when everything was in its place again. */
export type Episode = {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether work may be late because of it. What a cluster has to bear without anybody noticing is no excuse. */
  readonly excuses: boolean;
};

export type Bounds = {
  readonly tickMs: number;
  /** After its tick, for an order that met no excuse. */
  readonly withinMs: number;
  /** After the first tick that follows an excuse, for what was due in it or shortly before. */
  readonly afterExcuseMs: number;
  /** How long after its end an excuse is one: as long as an effect may still be claimed by a node that is dead. */
  readonly echoMs: number;
};

/** What was seen of the orders that met an episode of a name, or none (`CALM`). */
export type Seen = {
  readonly orders: number;
  /** Longest time from the order's tick, or from the excuse's end if that was later, to its execution; ms. */
  readonly latestMs: number;
};

export type Punctuality = {
  readonly problems: readonly string[];
  readonly seen: ReadonlyMap<string, Seen>;
  /** Ticks that had work. */
  readonly ticks: number;
};

export const CALM = 'nothing';

/**
 * Holds every order against the minute that it belongs to: the work of a tick is done before the next one, and what was due while the
 * cluster could not work is done within a minute of when it could.
 *
 * @param untilMs when the looking ended; an order that is not done counts as done no earlier
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

/** Until when an order has to be done, from when that is counted, and the last episode that it met on its way. */
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
    // What begins after the order was done, or should have been, has nothing to do with it.
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
