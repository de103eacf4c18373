import { CoxswainError } from './errors/coxswain-error.ts';
import { RetryableError } from './errors/retryable-error.ts';

/** A stable keyword for a problem of the store, used by readiness checks and metrics. */
export type StoreTrouble = keyof typeof SAYS;

/** Explanations that complete the sentence "The store cannot be used: ...". */
const SAYS = {
  away: 'it cannot be reached',
  'no-answer': 'it does not answer',
  'no-primary': 'it has no primary that accepts writes',
  'disk-full': 'its disk is full',
  'over-quota': 'it is over its quota',
  'disk-failing': 'reading or writing its disk fails',
  'read-only': 'it is read-only',
  locked: 'another process has locked it',
  damaged: 'it is damaged and must be restored from a backup',
  moved: 'its file was moved or deleted and must be put back',
  denied: 'its user for this service lacks permissions',
  overloaded: 'it accepts no more requests at the moment',
  'wrong-data': 'it contains records that this program did not write',
  failing: 'it refuses requests',
} as const;

/** Problems that are assumed to affect single records or commands, until a check of the whole store shows otherwise. */
const SINGLE: readonly StoreTrouble[] = ['damaged', 'wrong-data', 'failing'];
/** Problems that do not end by waiting a second. */
const LASTING: readonly StoreTrouble[] = ['disk-full', 'over-quota', 'disk-failing', 'read-only', 'damaged', 'moved', 'denied'];
const LASTING_RETRY_MS = 15_000;
const RETRY_MS = 1_000;
/** Error code for a request that was not tried, because the store is known to refuse requests. */
const UNTRIED = 'store-refuses';

const CODES: { readonly [word in StoreTrouble]?: string } = { damaged: 'store-corrupt', denied: 'store-denied' };

export function sayOfStore(word: StoreTrouble): string {
  return SAYS[word];
}

export function isSingle(word: StoreTrouble): boolean {
  return SINGLE.includes(word);
}

/** Whether this problem makes reads fail as well. */
export function stopsReads(word: StoreTrouble): boolean {
  return word === 'away' || word === 'no-answer' || word === 'no-primary';
}

/** Builds the error for a store's refusal. It is always retryable: the request is valid, and succeeds once the store is fixed. */
export function storeRefusal(word: StoreTrouble, message: string, cause?: unknown): RetryableError {
  return new RetryableError({
    code: CODES[word] ?? 'store-unavailable',
    message,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
    cause,
  });
}

/** Builds the error for a request that is not sent to the store, because the store is known to refuse requests. */
export function untriedRefusal(word: StoreTrouble): RetryableError {
  return new RetryableError({
    code: UNTRIED,
    message: `Nothing can be stored now: ${SAYS[word]}. Nothing was changed. Try again.`,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
  });
}

/** Whether the request was not sent to the store, so that certainly nothing was written. */
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
