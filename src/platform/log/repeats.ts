import type { Log, LogFields } from './log.ts';

/**
 * Logs failures that may repeat endlessly. The first occurrence is logged immediately. Later occurrences are logged at intervals that grow
 * from a minute to an hour, with the number of occurrences that were not logged in between. The end of the failure is logged too.
 */
export type Repeats = {
  /**
   * Logs a warning, unless the same failure was logged recently. @param key identifies the failure, so that repetitions are recognized;
   * must be from a bounded set
   */
  warn(key: string, message: string, fields?: LogFields): boolean;
  error(key: string, message: string, fields?: LogFields): boolean;
  /**
   * Logs the end of a failure, if its beginning was logged. The next failure with this key then counts as new. A failure that often starts
   * and ends is logged only a few times.
   */
  over(key: string, message: string, fields?: LogFields): void;
  /** Forgets all failures, so that the next line about each of them is logged like a first one. */
  forget(): void;
};

const EVERY_MS = 60_000;
const MOST_EVERY_MS = 3_600_000;
/**
 * Maximum number of times within ten minutes that the beginning of a failure is logged, if the failure repeatedly ends and starts again.
 */
const MOST_TURNS = 5;
const TURNS_WITHIN_MS = 600_000;
/** Maximum number of failures (keys) that are tracked. When there are more, the oldest one is forgotten, and may then be logged again. */
const MOST_KEYS = 1_000;

type Line = {
  /** Data about the failure while it lasts; null when it has ended. */
  failing: { sinceMs: number; writtenAtMs: number; metAtMs: number; everyMs: number; leftOut: number; count: number } | null;
  /** The times of the last recoveries from this failure, from which it is seen that the failure often ends and starts again. */
  turns: readonly number[];
};

/** The log to which the lines about failures are written. */
export type RepeatsLog = Pick<Log, 'info' | 'warn' | 'error'>;

export function createRepeats(options: { readonly log: RepeatsLog; readonly now?: () => number; readonly everyMs?: number }): Repeats {
  const { log, now = Date.now, everyMs = EVERY_MS } = options;
  const lines = new Map<string, Line>();

  function write(level: 'warn' | 'error', key: string, message: string, fields: LogFields = {}): boolean {
    const nowMs = now();
    const line = lines.get(key) ?? { failing: null, turns: [] };
    const { failing } = line;
    // If the clock was set back, the failure counts as a new one, because its lines would otherwise be suppressed until the old time is
    // reached. The failure also counts as a new one when it did not occur for a long time.
    const goesOn = failing !== null && nowMs >= failing.writtenAtMs && nowMs - failing.metAtMs <= 2 * failing.everyMs;
    if (goesOn && nowMs - failing.writtenAtMs < failing.everyMs) {
      failing.leftOut += 1;
      failing.count += 1;
      failing.metAtMs = nowMs;
      return false;
    }
    const leftOut = failing?.leftOut ?? 0;
    log[level](message, leftOut === 0 ? fields : { ...fields, repeated: leftOut });
    line.failing = {
      sinceMs: goesOn ? failing.sinceMs : nowMs,
      writtenAtMs: nowMs,
      metAtMs: nowMs,
      everyMs: goesOn ? Math.min(2 * failing.everyMs, Math.max(everyMs, MOST_EVERY_MS)) : everyMs,
      leftOut: 0,
      count: goesOn ? failing.count + 1 : 1,
    };
    lines.delete(key);
    lines.set(key, line);
    for (const oldest of lines.keys()) {
      if (lines.size <= MOST_KEYS) break;
      lines.delete(oldest);
    }
    return true;
  }

  return {
    warn: (key, message, fields) => write('warn', key, message, fields),
    error: (key, message, fields) => write('error', key, message, fields),
    over(key, message, fields = {}) {
      const line = lines.get(key);
      if (line === undefined || line.failing === null) return;
      const nowMs = now();
      const turns = line.turns.filter((atMs) => Math.abs(nowMs - atMs) < TURNS_WITHIN_MS);
      if (turns.length >= MOST_TURNS) return;
      const { count, sinceMs } = line.failing;
      log.info(message, { ...fields, count, afterMs: nowMs - sinceMs });
      lines.set(key, { failing: null, turns: [...turns, nowMs] });
    },
    forget: () => lines.clear(),
  };
}
