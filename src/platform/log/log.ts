/** The fields of a log line in addition to its message. Errors go under `error`; their causes are included. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * A log. Every adapter obeys these rules:
 * - A line is one JSON object with `time` (UTC, ISO 8601), `level`, `message`, the fields, and those of the parent logs.
 * - Secrets are redacted at any depth, by name (keys, tokens, signatures, authorization, ...) and by value (see `redact.ts`).
 * - Logging never throws and never waits: a line that cannot be written is counted or lost, not raised as an error.
 */
export type Log = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Whether a log line of this level would be written. Check it before building costly fields. */
  writes(level: 'debug' | 'info' | 'warn' | 'error'): boolean;
  /** Creates a child log whose lines all have these fields (`requestId`, `actorId`, ...). */
  child(fields: LogFields): Log;
};

/** A log that writes nothing. For tests, and as a default where a log is optional. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  writes: () => false,
  child: () => silentLog,
};
