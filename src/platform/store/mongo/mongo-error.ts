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
 * The one place where MongoDB's errors become ours. What trying again may cure is `store-unavailable` (a write may have happened), and so is what a
 * person has to mend (`store-denied` of our user); the rest is `store-failed`.
 *
 * @param host Of the server, without credentials: for the message.
 */
export function errorFromMongo(error: unknown, host: string): CoxswainError {
  if (error instanceof CoxswainError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const word = wordOf(error);
  if (word === null)
    return new TerminalError({ code: 'store-failed', message: `MongoDB at ${host} failed: ${reason}.`, status: 500, cause: error });
  if (word !== 'denied') return unavailable(host, reason, error, word);
  return storeRefusal(word, `MongoDB at ${host} refuses us (${reason}). Check the user of MONGODB_URL and what it may do.`, error);
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

export function unavailable(host: string, reason: string, cause?: unknown, word: StoreTrouble = 'no-answer'): RetryableError {
  return storeRefusal(word, `MongoDB at ${host} did not answer as it should: ${reason}.`, cause);
}

/** E11000. */
export const DUPLICATE_KEY = 11000;
/** By the server's code. What is not there, and is curable, counts by its class. */
const BY_CODE: readonly (readonly [StoreTrouble, readonly number[]])[] = [
  // PrimarySteppedDown, NotWritablePrimary, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary,
  // FailedToSatisfyReadPreference, UnsatisfiableWriteConcern.
  ['no-primary', [189, 10107, 11602, 13435, 13436, 133, 100]],
  // OutOfDiskSpace.
  ['disk-full', [14031]],
  // UserWritesBlocked: while a cluster is moved to another one.
  ['read-only', [371]],
  // Unauthorized, AuthenticationFailed, AtlasError (which is how Atlas refuses a user), ReauthenticationRequired.
  ['denied', [13, 18, 8000, 391]],
  // TooManyRequests of hosted servers (16500), IngressRequestRateLimitExceeded.
  ['overloaded', [16500, 462]],
];
/** Atlas says with one code that a user may not, and that there is no room. */
const OVER_QUOTA = /over your space quota|exceeded.*(storage|quota)/i;
/** What the driver says of itself. */
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
