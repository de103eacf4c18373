/** One problem of a request: which part of the request is invalid, and why. */
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
 * The error of a call that the service refused, or to which it did not answer. When the caller aborts the call by its own signal, the
 * signal's reason is thrown instead, as `fetch` does.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /**
   * Stable error code in kebab-case. Compare this code and not the message. The client itself uses the codes `unreachable`, `timed-out`,
   * `not-json`, `stream-silent` and `stream-cut`.
   */
  readonly code: string;
  /** The HTTP status of the reply; null when there was no reply. */
  readonly status: number | null;
  /** The id of the request in the service's logs; null when there was no reply. */
  readonly requestId: string | null;
  /** Milliseconds to wait before the next attempt, as requested by the service; null when the service has not requested a wait. */
  readonly retryAfterMs: number | null;
  /** Further details that the service reported in the field `errors` of its envelope. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(fields: ApiErrorFields) {
    super(fields.message, fields.cause === undefined ? {} : { cause: fields.cause });
    this.code = fields.code;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.details = fields.details ?? {};
  }

  /** All problems of the request; empty when the service lists none. */
  get problems(): readonly ApiProblem[] {
    const { problems } = this.details;
    return Array.isArray(problems) ? problems.filter(isProblem) : [];
  }

  /**
   * Whether the same call may succeed later: there was no reply, or the status is 429, 502, 503 or 504. The service may have executed a
   * call although no reply arrived.
   */
  get isRetryable(): boolean {
    return this.status === null || [429, 502, 503, 504].includes(this.status);
  }
}

/** Builds the error for a reply with an error status. @param body the parsed JSON, or the text when the body is not JSON */
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

/** Returns the milliseconds of a Retry-After header, which contains seconds or a date. */
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
