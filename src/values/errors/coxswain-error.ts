import type { JsonObject } from '../json.ts';
import { redactUrls, redactUrlsIn } from '../redact-urls.ts';

/** What the caller must do about an error; each kind has one class in this folder. */
export type ErrorKind = 'terminal' | 'retryable' | 'indeterminate' | 'overload' | 'quarantined';

export type CoxswainErrorOptions = {
  /** Stable kebab-case name that a program may compare with; never reworded. */
  code: string;
  /** One sentence for a person: what went wrong, and what is accepted or what to try. No secrets: a client may see it. */
  message: string;
  /** HTTP status of the response; without it the HTTP edge uses the kind's default. */
  status?: number | undefined;
  /** How long the caller should wait before it tries again, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Data that belongs to the code (numbers, names); shown to clients with the message. No secrets. */
  details?: JsonObject | undefined;
  /** The error that led to this one. Logged, never shown to a client. */
  cause?: unknown;
};

/**
 * Base class of all errors that are thrown on purpose. Grouped by what the caller must do (`kind`), not by origin, with a stable `code`.
 * Catch the kinds; compare the codes.
 */
export abstract class CoxswainError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: JsonObject | undefined;

  constructor(options: CoxswainErrorOptions) {
    // Messages may quote other errors with a URL that contains a key. Clients, records and logs see messages, so URLs are masked.
    super(redactUrls(options.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details === undefined ? undefined : redactUrlsIn(options.details);
  }
}
