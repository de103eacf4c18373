import type { Log } from '../../src/platform/log/log.ts';

export type KeptLog = Log & { readonly lines: readonly string[] };

/** Creates a log that stores the level and message of each line except debug lines. */
export function keptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log: KeptLog = {
    lines,
    debug() {},
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    writes: () => true,
    child: () => log,
  };
  return log;
}
