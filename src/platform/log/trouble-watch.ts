import type { Log } from './log.ts';
import { createRepeats } from './repeats.ts';

/** The current problem of something that the program depends on, such as the store. */
export type Trouble = {
  /** A stable keyword from a bounded set: `read-only`, `out-of-memory`, ... */
  readonly word: string;
  readonly sinceMs: number;
  /** How often the current problem occurred. */
  readonly count: number;
};

/**
 * Tracks a problem of something that the program depends on, such as Redis, and logs it: once when the problem begins, then with a count at
 * most once a minute, and once when it is over.
 */
export type TroubleWatch = {
  /** Records a problem that lasts until `over` is called. */
  seen(word: string, reason: string): void;
  /**
   * Records a problem, named by `word`, that affects single commands or records, while others work. A minute after its last occurrence, the
   * problem counts as over.
   */
  noticed(word: string, reason: string): void;
  over(): void;
  current(): Trouble | null;
};

const NOTICED_FOR_MS = 60_000;
/** Maximum number of times within a minute that the beginning of a problem is logged, if the problem repeatedly ends and starts again. */
const MOST_TURNS = 5;
const TURNS_WITHIN_MS = 60_000;

export function createTroubleWatch(options: {
  readonly log: Log;
  readonly now?: () => number;
  /** Returns the log line for the beginning of a failure with this keyword. */
  readonly begins: (word: string) => string;
  readonly ends: string;
}): TroubleWatch {
  const { log, now = Date.now, begins, ends } = options;
  const repeats = createRepeats({ log, now });
  let lasting: Trouble | null = null;
  const singles = createRepeats({ log, now });
  let single: (Trouble & { readonly lastMs: number }) | null = null;
  let isTold = false;
  let turns: readonly number[] = [];

  return {
    seen(word, reason) {
      lasting = lasting?.word === word ? { ...lasting, count: lasting.count + 1 } : { word, sinceMs: lasting?.sinceMs ?? now(), count: 1 };
      if (repeats.error(word, begins(word), { state: word, reason })) isTold = true;
    },
    noticed(word, reason) {
      const current = single !== null && single.word === word && now() - single.lastMs < NOTICED_FOR_MS ? single : null;
      single = { word, sinceMs: current?.sinceMs ?? now(), count: (current?.count ?? 0) + 1, lastMs: now() };
      singles.error(word, begins(word), { state: word, reason });
    },
    over() {
      if (lasting === null) return;
      const { word, count, sinceMs } = lasting;
      lasting = null;
      // If the beginning of the problem was not logged because it recurs often, its end is not logged either.
      if (isTold) log.info(ends, { state: word, count, afterMs: now() - sinceMs });
      isTold = false;
      turns = [...turns.filter((atMs) => now() - atMs < TURNS_WITHIN_MS), now()];
      if (turns.length < MOST_TURNS) repeats.forget();
      else turns = turns.slice(-MOST_TURNS);
    },
    current() {
      if (lasting !== null) return lasting;
      if (single === null || now() - single.lastMs >= NOTICED_FOR_MS) return null;
      return { word: single.word, sinceMs: single.sinceMs, count: single.count };
    },
  };
}
