import type { JsonObject } from '../json.ts';
import { redactUrls, redactUrlsIn } from '../redact-urls.ts';

/** What the caller must do about an error; each kind has one class in this folder. */
export type ErrorKind = 'terminal' | 'retryable' | 'indeterminate' | 'overload' | 'quarantined';

export type CoxswainErrorOptions = {
  /** Stable kebab-case name that a program may compare with; never reworded. */
  code: string;
  /** One sentence for a person: what went wrong, and what is accepted or what to try. No secrets: a client may see it. */
  message: string;
  /** HTTP status this should end in at the edge; without it the edge takes the kind's own. */
  status?: number | undefined;
  /** How long the caller should wait before it tries again, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Facts that belong to the code (numbers, names); shown to clients beside it. No secrets. */
  details?: JsonObject | undefined;
  /** The error that led to this one. Logged, never shown to a client. */
  cause?: unknown;
};

/**
 * Base of every error that we throw on purpose. Sorted by what the caller must do, not by where it came from
 * (`kind`), with a stable `code`. Catch the kinds; compare the codes.
 */
export abstract class CoxswainError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: JsonObject | undefined;

  constructor(options: CoxswainErrorOptions) {
    // Messages quote what others said, and that may quote an address with a key: clients, records and logs see these texts.
    super(redactUrls(options.message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details === undefined ? undefined : redactUrlsIn(options.details);
  }
}
