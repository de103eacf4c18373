import { CoxswainError } from './errors/coxswain-error.ts';
import { RetryableError } from './errors/retryable-error.ts';

/** A stable keyword for a kind of problem of the store. Readiness checks and metrics use it. */
export type StoreTrouble = keyof typeof SAYS;

/** For each kind of problem, the end of a sentence that begins with "The store cannot be used: ". */
const SAYS = {
  away: 'it cannot be reached',
  'no-answer': 'it does not answer',
  'no-primary': 'it has no primary server that accepts writes',
  'disk-full': 'its disk is full',
  'over-quota': 'it is over its quota',
  'disk-failing': 'reading or writing its disk fails',
  'read-only': 'it is read-only',
  locked: 'another process has locked it',
  damaged: 'it is damaged and must be restored from a backup',
  moved: 'its file was moved or deleted and must be restored',
  denied: 'the user name with which this service connects lacks permissions',
  overloaded: 'it is overloaded and accepts no more requests at the moment',
  'wrong-data': 'it contains records in a format that this program does not write',
  failing: 'it refuses requests',
} as const;

/** Kinds of problems that usually affect single records or commands. Whether the whole store is affected must be checked separately. */
const SINGLE: readonly StoreTrouble[] = ['damaged', 'wrong-data', 'failing'];
/** Kinds of problems that do not disappear within a second, so that an immediate retry is useless. */
const LASTING: readonly StoreTrouble[] = ['disk-full', 'over-quota', 'disk-failing', 'read-only', 'damaged', 'moved', 'denied'];
const LASTING_RETRY_MS = 15_000;
const RETRY_MS = 1_000;
/** Error code for a request that this service did not send to the store, because the store refuses all requests at present. */
const UNTRIED = 'store-refuses';

const CODES: { readonly [word in StoreTrouble]?: string } = { damaged: 'store-corrupt', denied: 'store-denied' };

export function sayOfStore(word: StoreTrouble): string {
  return SAYS[word];
}

export function isSingle(word: StoreTrouble): boolean {
  return SINGLE.includes(word);
}

/** Whether reads of the store fail, too, and not only writes, while the store has this kind of problem. */
export function stopsReads(word: StoreTrouble): boolean {
  return word === 'away' || word === 'no-answer' || word === 'no-primary';
}

/**
 * Builds the error that reports a refusal by the store. The error is always retryable: the request is valid, and will succeed once the
 * store's problem is solved.
 */
export function storeRefusal(word: StoreTrouble, message: string, cause?: unknown): RetryableError {
  return new RetryableError({
    code: CODES[word] ?? 'store-unavailable',
    message,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
    cause,
  });
}

/** Builds the error for a request that this service does not send to the store, because the store refuses all requests at present. */
export function untriedRefusal(word: StoreTrouble): RetryableError {
  return new RetryableError({
    code: UNTRIED,
    message: `The store accepts no writes at the moment: ${SAYS[word]}. Nothing was changed. Try again.`,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
  });
}

/** Whether an error means that the request was not sent to the store. In that case, certainly nothing was written. */
export function isUntried(error: unknown): boolean {
  return error instanceof CoxswainError && error.code === UNTRIED;
}

/** Returns the store's problem that an error reports; null for an error that is not about the store. */
export function storeTroubleOf(error: unknown): StoreTrouble | null {
  if (!(error instanceof CoxswainError) || !error.code.startsWith('store-')) return null;
  const state = error.details?.state;
  return typeof state === 'string' && isWord(state) ? state : null;
}

function isWord(text: string): text is StoreTrouble {
  return Object.hasOwn(SAYS, text);
}
