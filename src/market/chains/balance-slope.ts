export type Slope = {
  /** Amount of the native coin, in whole coins, that an account spent per hour within the measured window. Incoming amounts are ignored. */
  readonly perHour: number;
  /** Hours until the account's balance is used up at the measured rate, at most `MOST_HOURS`. It is `MOST_HOURS` when nothing was spent. */
  readonly hoursLeft: number;
};

/**
 * Length in ms of the time window over which an account's spending is measured. It is long enough that a single busy minute causes no
 * alarm, and short enough that a busy hour does.
 */
const WINDOW_MS = 3_600_000;
/** Minimum time in ms for which a balance must have been observed before any decrease of it counts as spending. */
const LEAST_MS = 5 * 60_000;
/** Maximum number of hours that is reported as the time until a balance is used up; it is more than a century. */
const MOST_HOURS = 1_000_000;

/** Creates a function that receives an account's balance at a time (UTC ms) and returns how fast the balance decreases. */
export function createBalanceSlope(): (balance: number, atMs: number) => Slope {
  const seen: { readonly balance: number; readonly atMs: number }[] = [];
  return (balance, atMs) => {
    // An observation of the balance that is later than the current time means that the clock was set back. All earlier observations are
    // then discarded.
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
