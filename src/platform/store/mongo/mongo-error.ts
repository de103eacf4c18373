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
import type { RetryableError } from '../../../values/errors/retryable-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { type StoreTrouble, storeRefusal } from '../../../values/store-refusal.ts';

/**
 * Converts MongoDB's errors to errors of this program; no other code converts them. Errors that a retry may solve become
 * `store-unavailable` (a write may have happened). Errors that an operator must fix become `store-unavailable` too, except that missing
 * permissions of our user become `store-denied`. All others become `store-failed`. @param host the server without credentials, for the
 * message
 */
export function errorFromMongo(error: unknown, host: string): CoxswainError {
  if (error instanceof CoxswainError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const word = wordOf(error);
  if (word === null)
    return new TerminalError({ code: 'store-failed', message: `MongoDB at ${host} failed: ${reason}.`, status: 500, cause: error });
  if (word !== 'denied') return unavailable(host, reason, error, word);
  return storeRefusal(
    word,
    `MongoDB at ${host} refuses this service (${reason}). Check the user of MONGODB_URL and its permissions.`,
    error,
  );
}

/**
 * Whether an insert or update failed because a document with the same `_id` or unique key exists. For a bulk write, returns whether the
 * first failure in it had this cause.
 */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Awaits a write; returns null when it failed because a document with the same `_id` or unique key exists. Throws any other error. */
export async function unlessDuplicate<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/**
 * Returns how many inserts of an unordered bulk write failed because their key already exists. All other inserts of the bulk write have
 * succeeded. Throws any other error.
 */
export function heldAlready(error: unknown): number {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failed = error.result.getWriteErrors();
  if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return failed.length;
}

export function unavailable(host: string, reason: string, cause?: unknown, word: StoreTrouble = 'no-answer'): RetryableError {
  return storeRefusal(word, `MongoDB at ${host} sent an unexpected reply: ${reason}.`, cause);
}

/** E11000. */
export const DUPLICATE_KEY = 11000;
/** The MongoDB error codes for each kind of store problem. Other retryable codes are classified by the class of the driver's error. */
const BY_CODE: readonly (readonly [StoreTrouble, readonly number[]])[] = [
  // Codes of these MongoDB errors: PrimarySteppedDown, NotWritablePrimary, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
  // NotPrimaryOrSecondary, FailedToSatisfyReadPreference, UnsatisfiableWriteConcern.
  ['no-primary', [189, 10107, 11602, 13435, 13436, 133, 100]],
  // OutOfDiskSpace.
  ['disk-full', [14031]],
  // Code of the MongoDB error UserWritesBlocked, which occurs while a cluster is moved to another one.
  ['read-only', [371]],
  // Codes of these MongoDB errors: Unauthorized, AuthenticationFailed, AtlasError (which Atlas returns when it refuses a user),
  // ReauthenticationRequired.
  ['denied', [13, 18, 8000, 391]],
  // Codes of these MongoDB errors: TooManyRequests of hosted servers (16500), IngressRequestRateLimitExceeded.
  ['overloaded', [16500, 462]],
];
/**
 * Atlas, MongoDB's hosted service, uses one error code for both a missing permission and an exceeded quota. This pattern detects an
 * exceeded quota.
 */
const OVER_QUOTA = /over your space quota|exceeded.*(storage|quota)/i;
/** Patterns for the messages of MongoDB's driver, each with the kind of store problem that the message reports. */
const BY_TEXT: readonly (readonly [RegExp, StoreTrouble])[] = [
  [/not primary|not master|ReplicaSetNoPrimary/i, 'no-primary'],
  [/timed out/i, 'no-answer'],
];

function wordOf(error: unknown): StoreTrouble | null {
  if (!(error instanceof MongoError)) return null;
  const code = error instanceof MongoServerError ? Number(error.code) : null;
  if (code !== null && OVER_QUOTA.test(error.message)) return 'over-quota';
  const known = code === null ? undefined : BY_CODE.find(([, codes]) => codes.includes(code))?.[0];
  if (known !== undefined) return known;
  if (!mayBeCured(error)) return null;
  const text = `${error.message} ${error instanceof MongoSystemError ? (error.reason?.type ?? '') : ''}`;
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? (code === null ? 'away' : 'failing');
}

/**
 * Codes of errors after which a retry may succeed. They are from the specifications of retryable reads and writes of MongoDB's drivers,
 * with a few more whose cause usually ends by itself: HostUnreachable, HostNotFound, MaxTimeMSExpired, WriteConcernFailed, NetworkTimeout,
 * ShutdownInProgress, FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet, UnsatisfiableWriteConcern (fewer members than it
 * needs), WriteConcernTimeout, WriteConflict, StaleConfig, PrimarySteppedDown, ExceededTimeLimit, SocketException, NotWritablePrimary,
 * Interrupted (four kinds), NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary, OutOfDiskSpace.
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
    // Errors about waiting too long for a connection of the pool, or about a closed pool. They are recognized by name, because the driver
    // does not export their classes.
    ['MongoWaitQueueTimeoutError', 'MongoPoolClearedError', 'MongoPoolClosedError'].includes(error.name)
  );
}
