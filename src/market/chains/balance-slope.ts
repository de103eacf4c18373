export type Slope = {
  /** What went out within the window, for an hour; what came in is no spending. */
  readonly perHour: number;
  /** At that pace; as long as is counted when nothing went out. */
  readonly hoursLeft: number;
};

/** How far back is looked: a busy minute is no alarm, a busy hour is one. */
const WINDOW_MS = 3_600_000;
/** Before so much has been seen nothing counts as spent. */
const LEAST_MS = 5 * 60_000;
/** More than a century. */
const MOST_HOURS = 1_000_000;

/** How fast something that is looked at from time to time becomes less. */
export function createBalanceSlope(): (balance: number, atMs: number) => Slope {
  const seen: { readonly balance: number; readonly atMs: number }[] = [];
  return (balance, atMs) => {
    // The clock may be set back.
    if (seen.some((one) => one.atMs > atMs)) seen.length = 0;
    seen.push({ balance, atMs });
    while (seen[1] !== undefined && seen[1].atMs <= atMs - WINDOW_MS) seen.shift();
    const [first] = seen;
    const spanMs = first === undefined ? 0 : atMs - first.atMs;
    if (spanMs < LEAST_MS) return { perHour: 0, hoursLeft: MOST_HOURS };
    let spent = 0;
    for (const [i, { balance: now }] of seen.entries()) spent += Math.max(0, (seen[i - 1]?.balance ?? now) - now);
    const perHour = spent / (spanMs / 3_600_000);
    return { perHour, hoursLeft: perHour === 0 ? MOST_HOURS : Math.min(MOST_HOURS, balance / perHour) };
  };
}
