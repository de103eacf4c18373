import type { Clock } from '../../values/clock.ts';

/** Limits of the requests for routes of orders and trades that are sent to one provider: per second, at the same time, and per UTC day. */
export type BudgetLimits = { readonly perSecond: number; readonly inFlight: number; readonly perDay: number };

export type BudgetAnswer =
  /** The request can be sent now. When the request has ended, `release` must be called. */
  | { readonly ok: true; readonly release: () => void }
  /** The request cannot be sent. `limit` is the limit that was reached, and that still did not allow the request after the waiting time. */
  | { readonly ok: false; readonly limit: 'per-second' | 'in-flight' | 'per-day' };

/**
 * Limits the requests to one provider. A request that exceeds a limit waits for a short time, and is then refused if the limit still does
 * not allow it.
 */
export type ProviderBudget = { take(): Promise<BudgetAnswer> };

/** The functions of the runtime's `Timers` that this module uses. */
type Timers = { readonly after: (delayMs: number, callback: () => void) => () => void };

/** Maximum time in ms that a request to a provider waits until the limits allow it. */
const MOST_WAIT_MS = 1_500;
const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600_000;

type Waiting = { readonly grant: () => void };

/**
 * Creates the limiter of a provider's requests. Each node counts its own requests in memory, so a restart resets the counts. Days are UTC
 * days.
 */
export function createProviderBudget(limits: BudgetLimits, deps: { clock: Clock; timers: Timers }): ProviderBudget {
  const { clock, timers } = deps;
  const { perSecond, inFlight, perDay } = limits;
  /** Times of the latest requests; at most `perSecond` of them are stored. */
  const starts: number[] = [];
  const waiting = new Set<Waiting>();
  let running = 0;
  let day = Number.NaN;
  let today = 0;
  let cancelTimer: (() => void) | null = null;

  return {
    async take() {
      if (usedToday() >= perDay) return { ok: false, limit: 'per-day' };
      if (perSecond === 0) return { ok: false, limit: 'per-second' };
      const { promise, resolve } = Promise.withResolvers<BudgetAnswer>();
      const request: Waiting = {
        grant: () => {
          cancel();
          starts.push(clock.now());
          if (starts.length > perSecond) starts.shift();
          running += 1;
          today += 1;
          resolve({ ok: true, release: releaseOnce() });
        },
      };
      const cancel = timers.after(MOST_WAIT_MS, () => {
        if (!waiting.delete(request)) return;
        resolve({ ok: false, limit: running >= inFlight ? 'in-flight' : 'per-second' });
      });
      waiting.add(request);
      grantNext();
      return await promise;
    },
  };

  function grantNext(): void {
    for (const next of waiting) {
      if (running >= inFlight) return;
      if (usedToday() >= perDay) return;
      const waitMs = untilNextMs();
      if (waitMs > 0) {
        cancelTimer?.();
        cancelTimer = timers.after(waitMs, grantNext);
        return;
      }
      waiting.delete(next);
      next.grant();
    }
  }

  /**
   * Returns how many milliseconds must pass until another request can be sent without exceeding `perSecond` requests in any period of a
   * second.
   */
  function untilNextMs(): number {
    const [oldest] = starts;
    return starts.length < perSecond || oldest === undefined ? 0 : Math.max(0, oldest + SECOND_MS - clock.now());
  }

  function usedToday(): number {
    const now = Math.floor(clock.now() / DAY_MS);
    if (now !== day) [day, today] = [now, 0];
    return today;
  }

  function releaseOnce(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      grantNext();
    };
  }
}
