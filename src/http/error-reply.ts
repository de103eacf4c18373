import type { Log } from '../platform/log/log.ts';
import { createRepeats, type Repeats } from '../platform/log/repeats.ts';
import { CoxswainError, type ErrorKind } from '../values/errors/coxswain-error.ts';
import { envelopeReply, type Reply } from './reply.ts';

/** The status of an error that does not name one itself. */
const STATUS_OF: Readonly<Record<ErrorKind, number>> = {
  terminal: 422,
  retryable: 503,
  indeterminate: 502,
  overload: 503,
  quarantined: 503,
};

/** What clients are told to wait when an error that is worth retrying does not say. */
const DEFAULT_RETRY_AFTER_MS = 1_000;

export type ErrorReply = (error: unknown, requestId: string) => Reply;

/**
 * The reply to a failed request. Ours (`CoxswainError`) show code, message and details; anything else is a fault of ours: a 500
 * that says nothing of the inside, logged once with all of it. What fails with the same code again and again is told with a count: each request
 * has its own line with its status.
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
      message: 'Something went wrong on our side.',
      data: null,
      errors: { code: 'internal', requestId },
      notShowPopUp: true,
    });
  }
  const status = error.status ?? STATUS_OF[error.kind];
  // What strangers are told at their asking (too much at once, a provider that is off) is no news to whoever watches, and they may ask without end.
  const isRefusal = error.kind === 'overload' || error.kind === 'terminal';
  if (status >= 500 && isRefusal) log.info('request refused', { requestId, status, code: error.code });
  else if (status >= 500) repeats.warn(error.code, 'request failed', { requestId, error });
  const waitMs = error.retryAfterMs ?? (error.kind === 'retryable' || error.kind === 'overload' ? DEFAULT_RETRY_AFTER_MS : undefined);
  const isWaitTold = waitMs !== undefined && (status === 429 || status === 503);
  return envelopeReply(
    { status, message: error.message, data: null, errors: { code: error.code, ...error.details }, notShowPopUp: true },
    // Whole seconds, rounded up: earlier than we asked for would be too early.
    // What is still to come of a body that was too slow has nobody who reads it.
    status === 408 ? { connection: 'close' } : isWaitTold ? { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } : undefined,
  );
}
