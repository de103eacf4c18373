import type { JsonObject } from '../json.ts';
import { redactUrls, redactUrlsIn } from '../redact-urls.ts';

/** What a caller should do after the error: for example try again, or give up. Each kind has an error class in this folder. */
export type ErrorKind = 'terminal' | 'retryable' | 'indeterminate' | 'overload' | 'quarantined';

export type CoxswainErrorOptions = {
  /** Stable kebab-case name of the error, which programs may use to recognize the error. It never changes. */
  code: string;
  /**
   * One sentence for users: what went wrong, and what is accepted or what to try. It must not contain secrets, since clients may see it.
   */
  message: string;
  /** HTTP status of the response. When missing, the HTTP layer uses the default status of the error's kind. */
  status?: number | undefined;
  /** How long the caller should wait before it tries again, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Data about the error (numbers, names), shown to clients together with the message. It must not contain secrets. */
  details?: JsonObject | undefined;
  /** The error that caused this error. It is logged, but never shown to a client. */
  cause?: unknown;
};

/**
 * Base class of all errors that are thrown on purpose. They are grouped by what the caller must do (`kind`), not by origin, and have a
 * stable `code`. Callers should decide by the kind whether to handle an error, and compare codes instead of messages.
 */
export abstract class CoxswainError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: JsonObject | undefined;

  constructor(options: CoxswainErrorOptions) {
    // Messages may quote other errors that contain a URL with a key. Since clients, records and logs show messages, URLs in them are
    // masked.
    super(redactUrls(options.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details === undefined ? undefined : redactUrlsIn(options.details);
  }
}
