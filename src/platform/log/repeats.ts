import type { Log, LogFields } from './log.ts';

/**
 * Lines that something without an end may bring again and again: the first at once, then one with how many were left out, at intervals that grow
 * from a minute to an hour, and one when it is over.
 */
export type Repeats = {
  /** @param key what counts as the same line; of a bounded set */
  warn(key: string, message: string, fields?: LogFields): boolean;
  error(key: string, message: string, fields?: LogFields): boolean;
  /** It went well: told if the failure was, and the next failure is the first again. What comes and goes all the time is told some times only. */
  over(key: string, message: string, fields?: LogFields): void;
  /** The next line of each is the first again. */
  forget(): void;
};

const EVERY_MS = 60_000;
const MOST_EVERY_MS = 3_600_000;
/** What comes and goes is told so often within ten minutes. */
const MOST_TURNS = 5;
const TURNS_WITHIN_MS = 600_000;
/** Beyond it the oldest is forgotten, and may be written again. */
const MOST_KEYS = 1_000;

type Line = {
  /** Null once it is over. */
  failing: { sinceMs: number; writtenAtMs: number; metAtMs: number; everyMs: number; leftOut: number; count: number } | null;
  /** When it was over, lately. */
  turns: readonly number[];
};

/** Where the lines go. */
export type RepeatsLog = Pick<Log, 'info' | 'warn' | 'error'>;

export function createRepeats(options: { readonly log: RepeatsLog; readonly now?: () => number; readonly everyMs?: number }): Repeats {
  const { log, now = Date.now, everyMs = EVERY_MS } = options;
  const lines = new Map<string, Line>();

  function write(level: 'warn' | 'error', key: string, message: string, fields: LogFields = {}): boolean {
    const nowMs = now();
    const line = lines.get(key) ?? { failing: null, turns: [] };
    const { failing } = line;
    // A clock that was set back must not keep lines away, and what was not met for long is something new.
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
