/** One thing that is wrong with a request. */
export type ApiProblem = { readonly path: string; readonly code: string; readonly message: string };

type ApiErrorFields = {
  readonly code: string;
  readonly message: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
};

/**
 * A call that did not succeed: refused by the service, or not answered at all. What was aborted by the caller's own signal is not one: that
 * throws the signal's reason, as `fetch` does.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Stable, kebab-case: compare with this, not with the message. Of the client itself: `unreachable`, `timed-out`, `not-json`, `stream-silent`, `stream-cut`. */
  readonly code: string;
  /** Of the reply; null when none came. */
  readonly status: number | null;
  /** What the service logs the request under; null when no reply came. */
  readonly requestId: string | null;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | null;
  /** What else the service says: `errors` of its envelope. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(fields: ApiErrorFields) {
    super(fields.message, fields.cause === undefined ? {} : { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.details = fields.details ?? {};
  }

  /** Everything that is wrong with the request; empty when the service names nothing. */
  get problems(): readonly ApiProblem[] {
    const { problems } = this.details;
    return Array.isArray(problems) ? problems.filter(isProblem) : [];
  }

  /** Whether the same call may succeed later: no reply, 429, 502, 503 or 504. A write without a reply may have been done all the same. */
  get isRetryable(): boolean {
    return this.status === null || [429, 502, 503, 504].includes(this.status);
  }
}

/** The error of a reply that is no success. @param body as it was read: JSON, or text that is none */
export function errorOfReply(response: Response, body: unknown): ApiError {
  const { status, statusText, headers } = response;
  const { message, errors } = isObject(body) ? body : {};
  const details = isObject(errors) ? errors : {};
  return new ApiError({
    code: typeof details.code === 'string' ? details.code : `http-${status}`,
    message: typeof message === 'string' ? message : `The service answered ${status} ${statusText}`.trim(),
    ...{ status, details, requestId: headers.get('x-request-id'), retryAfterMs: waitOf(headers.get('retry-after')) },
  });
}

/** Milliseconds of a Retry-After header, which is in seconds or a date. */
function waitOf(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProblem(value: unknown): value is ApiProblem {
  return isObject(value) && [value.path, value.code, value.message].every((member) => typeof member === 'string');
}
