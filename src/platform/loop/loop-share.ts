import { createFairQueue } from '../../values/fair-queue.ts';

/** What comes in one round of the event loop is worked on for this long; the rest waits for the next rounds, between which others are heard. */
const SLICE_MS = 5;
/** Of what waits, so much goes on in one round at most, however little it takes. */
const MOST_IN_ROUND = 64;
const MOST_URGENT_IN_ROUND = 64;

/**
 * Shares the one thread between pieces of work that come in bursts (requests, answers of nodes). Bun works off all that has arrived before it looks for
 * more: thirty requests of 10 ms that come together would keep everybody else, a health check too, waiting for 300 ms.
 */
export type LoopShare = {
  /** Null: go on at once. Else it resolves when it is the turn of this piece of work; owners take turns. */
  turn(owner: () => string): Promise<void> | null;
  /** For work in several parts, each asked for where a wait for something else is over: what had its turn in this round goes on at once. */
  turns(owner: () => string): () => Promise<void> | null;
  /** As `turn`, for what takes next to nothing and must be heard in time: so many go on in each round, whoever else waits. */
  urgent(owner: () => string): Promise<void> | null;
  waiting(): number;
};

export type LoopShareDeps = {
  readonly sliceMs?: number;
  readonly nowMs?: () => number;
  /** Calls back in the next round of the event loop. */
  readonly nextRound?: (callback: () => void) => void;
};

export function createLoopShare(deps: LoopShareDeps = {}): LoopShare {
  const { sliceMs = SLICE_MS, nowMs = () => performance.now(), nextRound = (callback) => void setImmediate(callback) } = deps;
  const [queue, urgentQueue] = [createFairQueue<() => void>(), createFairQueue<() => void>()];
  /** When this round's first piece of work came; null before there was one. */
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
    // How long a piece takes is known only afterwards: most of it runs when its own waits are over.
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
