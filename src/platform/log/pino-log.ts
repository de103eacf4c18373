import pino from 'pino';
import type { Log, LogFields } from './log.ts';
import { readableLine } from './readable-line.ts';
import { createRedactor } from './redact.ts';
import { currentScope } from './scope.ts';

export type PinoLogOptions = {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Texts that must never be written: private keys, tokens, connection strings. */
  secrets?: readonly string[];
  /** Writes one line; the default is standard error, so that standard output stays free for the output of commands. */
  write?: (line: string) => void;
  /** Whether log lines are formatted for a person at a terminal instead of as JSON. */
  isReadable?: boolean;
};

/**
 * Creates the log of a running service. Each line is one JSON object (or a readable line at a terminal), written synchronously through pino, so that the last line before a
 * crash is not lost.
 */
export function createPinoLog(options: PinoLogOptions): Log {
  const redact = createRedactor(options.secrets ?? []);
  const { write, isReadable = false } = options;
  const writeLine = write ?? toStandardError();
  const destination = { write: isReadable ? (line: string) => writeLine(readableLine(line)) : writeLine };
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      // When a log line's own fields have the same names as fields of the current scope, the line's own values are used.
      mixin: () => ({ ...currentScope()?.fields }),
      mixinMergeStrategy: (own, ofScope) => ({ ...ofScope, ...own }),
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return wrap(logger, (fields) => redactFields(redact, fields));
}

function toStandardError(): (line: string) => void {
  const standardError = pino.destination({ dest: 2, sync: true });
  return (line) => void standardError.write(line);
}

function redactFields(redact: (value: unknown) => unknown, fields: LogFields): object {
  const redacted = redact(fields);
  return typeof redacted === 'object' && redacted !== null ? redacted : {};
}

function wrap(logger: pino.Logger, redact: (fields: LogFields) => object): Log {
  const writer =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void => {
      if (!logger.isLevelEnabled(level)) return;
      // Secrets are removed from the message, too, since the message often quotes the text of another error.
      const { text } = { text: '', ...redact({ text: message }) };
      logger[level](redact(fields), text);
    };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    writes: (level) => logger.isLevelEnabled(level),
    child: (fields) => wrap(logger.child(redact(fields)), redact),
  };
}
