import type { Log } from '../platform/log/log.ts';
import { createRepeats, type Repeats } from '../platform/log/repeats.ts';
import { CoxswainError, type ErrorKind } from '../values/errors/coxswain-error.ts';
import { envelopeReply, type Reply } from './reply.ts';

/** HTTP status for each kind of error that does not set its own status. */
const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  terminal: 422,
  retryable: 503,
  indeterminate: 502,
  overload: 503,
  quarantined: 503,
};

/** Default of the `Retry-After` header in milliseconds, for a retryable error that states no delay of its own. */
const DEFAULT_RETRY_AFTER_MS = 1_000;

export type ErrorReply = (error: unknown, requestId: string) => Reply;

/**
 * Creates the reply to a failed request. The reply to one of our own errors (`CoxswainError`) contains code, message and details. Any other
 * error results in a 500 without internal details, and is logged once in full. Repeated failures with the same code are not logged one by
 * one, but as a count. The access log still has a line for each request, with its status.
 */
export function createErrorReply(log: Log): ErrorReply {
  const repeats = createRepeats({ log });
  return (error, requestId) => replyOf(error, requestId, log, repeats);
}

function replyOf(error: unknown, requestId: string, log: Log, repeats: Repeats): Reply {
  if (!(error instanceof CoxswainError)) {
    log.error('request failed unexpectedly', { requestId, error });
    return envelopeReply({
      status: 500,
      message: 'The service failed unexpectedly. The log of the service contains the cause, with the id of this request.',
      data: null,
      errors: { code: 'internal', requestId },
      notShowPopUp: true,
    });
  }
  const status = error.status ?? STATUS_OF[error.kind];
  // Refusals that any client can cause (too many requests, a disabled provider) are logged at the level `info`. At a higher level, clients
  // could fill the log with warnings, because they can cause any number of refusals.
  const isRefusal = error.kind === 'overload' || error.kind === 'terminal';
  if (status >= 500 && isRefusal) log.info('request refused', { requestId, status, code: error.code });
  else if (status >= 500) repeats.warn(error.code, 'request failed', { requestId, error });
  const waitMs = error.retryAfterMs ?? (error.kind === 'retryable' || error.kind === 'overload' ? DEFAULT_RETRY_AFTER_MS : undefined);
  const isWaitTold = waitMs !== undefined && (status === 429 || status === 503);
  return envelopeReply(
    { status, message: error.message, data: null, errors: { code: error.code, ...error.details }, notShowPopUp: true },
    // `Retry-After` is in whole seconds, rounded up, so that clients do not retry too early. After a request whose body arrived too slowly
    // (408), the connection is closed, because the server does not read the rest of that body.
    status === 408 ? { connection: 'close' } : isWaitTold ? { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } : undefined,
  );
}
