import type { Log } from './log.ts';
import { createRepeats } from './repeats.ts';

/** What is the matter with something that we depend on. */
export type Trouble = {
  /** Of a bounded set, and the same in every version: `read-only`, `out-of-memory`, ... */
  readonly word: string;
  readonly sinceMs: number;
  /** How often it was met. */
  readonly count: number;
};

/** Keeps what is the matter, and tells the log: once when it begins, then with a count at most once a minute, once when it is over. */
export type TroubleWatch = {
  /** Goes on until `over`. */
  seen(word: string, reason: string): void;
  /** Of single commands or records, while others go well: over by itself a minute after the last. */
  noticed(word: string, reason: string): void;
  over(): void;
  current(): Trouble | null;
};

const NOTICED_FOR_MS = 60_000;
/** What comes and goes is told so often within a minute. */
const MOST_TURNS = 5;
const TURNS_WITHIN_MS = 60_000;

export function createTroubleWatch(options: {
  readonly log: Log;
  readonly now?: () => number;
  /** The line for a word. */
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
      // What began and was not told, since it comes and goes, is not told to be over either.
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
