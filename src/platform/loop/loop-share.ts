import { createFairQueue } from '../../values/fair-queue.ts';

/**
 * Maximum number of milliseconds of work in one round of the event loop. Further work waits for the next rounds, so that other work can run
 * in between.
 */
const SLICE_MS = 5;
/** Maximum number of pieces of work that are started in one round of the event loop, however short they are. */
const MOST_IN_ROUND = 64;
const MOST_URGENT_IN_ROUND = 64;

/**
 * Divides the time of the single thread between pieces of work that arrive in bursts (requests, replies of nodes). Without it, Bun would
 * process everything that has arrived before it checks for more: thirty requests of 10 ms that arrive together would delay all others,
 * including a health check, by 300 ms.
 */
export type LoopShare = {
  /**
   * Returns null when the work may start immediately. Otherwise returns a promise that resolves when the work may start. When work of
   * several owners (such as clients) waits, one piece of work of each owner is started in turn.
   */
  turn(owner: () => string): Promise<void> | null;
  /**
   * For work that consists of several parts: call the returned function before each part that follows a wait. If the work has already been
   * started in the current round of the event loop, the part may start immediately.
   */
  turns(owner: () => string): () => Promise<void> | null;
  /**
   * Does the same as `turn`, but for short work that must run promptly. Some of this short work is started in each round of the event loop,
   * however much other work waits.
   */
  urgent(owner: () => string): Promise<void> | null;
  waiting(): number;
};

export type LoopShareDeps = {
  readonly sliceMs?: number;
  readonly nowMs?: () => number;
  /** Schedules a callback for the next round of the event loop. */
  readonly nextRound?: (callback: () => void) => void;
};

export function createLoopShare(deps: LoopShareDeps = {}): LoopShare {
  const { sliceMs = SLICE_MS, nowMs = () => performance.now(), nextRound = (callback) => void setImmediate(callback) } = deps;
  const [queue, urgentQueue] = [createFairQueue<() => void>(), createFairQueue<() => void>()];
  /** Time at which the first piece of work of the current round of the event loop arrived; null when no work has arrived in this round. */
  let sinceMs: number | null = null;
  let goInRound = 1;
  let round = 0;
  let urgentInRound = 0;

  function open(): number {
    nextRound(close);
    round += 1;
    urgentInRound = 0;
    sinceMs = nowMs();
    return sinceMs;
  }

  function close(): void {
    const tookMs = nowMs() - (sinceMs ?? 0);
    sinceMs = null;
    if (queue.size() + urgentQueue.size() === 0) return;
    // The number of pieces of work per round follows from the measured duration of the last round. The duration of a single piece cannot be
    // measured before, since most of its work runs after it has waited for something else.
    goInRound = tookMs > sliceMs ? Math.max(1, Math.floor((goInRound * sliceMs) / tookMs)) : Math.min(MOST_IN_ROUND, goInRound * 2);
    open();
    for (let gone = 0; gone < goInRound; gone += 1) queue.next()?.();
    for (urgentInRound = 0; urgentInRound < MOST_URGENT_IN_ROUND && urgentQueue.size() > 0; urgentInRound += 1) urgentQueue.next()?.();
  }

  function turn(owner: () => string): Promise<void> | null {
    const startedMs = sinceMs ?? open();
    if (queue.size() === 0 && nowMs() - startedMs < sliceMs) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add(owner(), resolve);
    return promise;
  }

  return {
    turn,
    turns(owner) {
      let hadIn = 0;
      const had = () => {
        hadIn = round;
      };
      return () => {
        if (sinceMs !== null && hadIn === round) return null;
        const waits = turn(owner);
        if (waits !== null) return waits.then(had);
        had();
        return null;
      };
    },
    urgent(owner) {
      if (sinceMs === null) open();
      urgentInRound += 1;
      if (urgentInRound <= MOST_URGENT_IN_ROUND) return null;
      const { promise, resolve } = Promise.withResolvers<void>();
      urgentQueue.add(owner(), resolve);
      return promise;
    },
    waiting: () => queue.size() + urgentQueue.size(),
  };
}
