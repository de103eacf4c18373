import type { Log, LogFields } from './log.ts';

/** Lines that something without an end may bring again and again: the first at once, then one a minute, with how many were left out. */
export type Repeats = {
  /** @param key what counts as the same line; of a bounded set */
  warn(key: string, message: string, fields?: LogFields): boolean;
  error(key: string, message: string, fields?: LogFields): boolean;
  /** How many were left out since the last line of it. */
  leftOut(key: string): number;
  /** The next line of each is the first again. */
  forget(): void;
};

const EVERY_MS = 60_000;
/** More different lines than anything of ours brings; beyond it the oldest is forgotten, and may be written again. */
const MOST_KEYS = 1_000;

export function createRepeats(options: { readonly log: Log; readonly now?: () => number; readonly everyMs?: number }): Repeats {
  const { log, now = Date.now, everyMs = EVERY_MS } = options;
  const lines = new Map<string, { writtenAtMs: number; leftOut: number }>();

  function write(level: 'warn' | 'error', key: string, message: string, fields: LogFields = {}): boolean {
    const line = lines.get(key);
    const nowMs = now();
    // A clock that was set back must not keep lines away.
    if (line !== undefined && nowMs >= line.writtenAtMs && nowMs - line.writtenAtMs < everyMs) {
      line.leftOut += 1;
      return false;
    }
    log[level](message, line === undefined || line.leftOut === 0 ? fields : { ...fields, repeated: line.leftOut });
    lines.delete(key);
    lines.set(key, { writtenAtMs: nowMs, leftOut: 0 });
    for (const oldest of lines.keys()) {
      if (lines.size <= MOST_KEYS) break;
      lines.delete(oldest);
    }
    return true;
  }

  return {
    warn: (key, message, fields) => write('warn', key, message, fields),
    error: (key, message, fields) => write('error', key, message, fields),
    leftOut: (key) => lines.get(key)?.leftOut ?? 0,
    forget: () => lines.clear(),
  };
}
