import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';

/**
 * The one place where MongoDB's errors become ours. What trying again may cure is `store-unavailable` (a write may have happened);
 * the rest is `store-denied` or `store-failed`.
 *
 * @param host Of the server, without credentials: for the message.
 */
export function errorFromMongo(error: unknown, host: string): CoxswainError {
  if (error instanceof CoxswainError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (mayBeCured(error)) return unavailable(host, reason, error);
  if (error instanceof MongoServerError && DENIED.has(Number(error.code))) {
    const message = `MongoDB at ${host} refuses us (${reason}). Check the user of MONGODB_URL and what it may do.`;
    return new TerminalError({ code: 'store-denied', message, status: 500, cause: error });
  }
  return new TerminalError({ code: 'store-failed', message: `MongoDB at ${host} failed: ${reason}.`, status: 500, cause: error });
}

/** An insert or update met an equal `_id` or unique key. Of a bulk: the first that failed did. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Null when it met an equal key; any other error is thrown. */
export async function unlessDuplicate<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** How many met a key that was held, when nothing else went wrong: all others of an unordered write are in. Any other error is thrown. */
export function heldAlready(error: unknown): number {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failed = error.result.getWriteErrors();
  if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return failed.length;
}

export function unavailable(host: string, reason: string, cause?: unknown): RetryableError {
  return new RetryableError({
    code: 'store-unavailable',
    message: `MongoDB at ${host} did not answer as it should: ${reason}.`,
    retryAfterMs: 1_000,
    cause,
  });
}

/** E11000. */
export const DUPLICATE_KEY = 11000;
/** Unauthorized, AuthenticationFailed, AtlasError (which is how Atlas refuses a user). */
const DENIED = new Set([13, 18, 8000]);

/**
 * From the retryable reads and writes specifications of MongoDB's drivers, and those that end by themselves: HostUnreachable,
 * HostNotFound, MaxTimeMSExpired, WriteConcernFailed, NetworkTimeout, ShutdownInProgress, FailedToSatisfyReadPreference,
 * ReadConcernMajorityNotAvailableYet, UnsatisfiableWriteConcern (fewer members than it needs), WriteConcernTimeout, WriteConflict,
 * StaleConfig, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary, Interrupted (four kinds),
 * NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary, OutOfDiskSpace.
 */
const CURABLE = new Set([
  6, 7, 50, 64, 89, 91, 100, 112, 133, 134, 189, 202, 262, 9001, 10107, 11600, 11601, 11602, 13388, 13435, 13436, 14031, 11552,
]);

const CURABLE_LABELS = ['RetryableWriteError', 'RetryableReadError', 'TransientTransactionError', 'NetworkError'];

function mayBeCured(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  if (CURABLE_LABELS.some((label) => error.hasErrorLabel(label))) return true;
  if (error instanceof MongoServerError) return CURABLE.has(Number(error.code));
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoSystemError ||
    error instanceof MongoOperationTimeoutError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoServerClosedError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoClientClosedError ||
    // Waiting for a connection of the pool took too long; these two classes are not exported.
    ['MongoWaitQueueTimeoutError', 'MongoPoolClearedError', 'MongoPoolClosedError'].includes(error.name)
  );
}
