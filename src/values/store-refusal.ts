import { CoxswainError } from './errors/coxswain-error.ts';
import { RetryableError } from './errors/retryable-error.ts';

/** What is the matter with a store, in words that stay the same: for readiness, metrics, and whoever reads them. */
export type StoreTrouble = keyof typeof SAYS;

/** In plain words, as the end of "The store cannot be used: ...". */
const SAYS = {
  away: 'it cannot be reached',
  'no-answer': 'it does not answer',
  'no-primary': 'it has no primary that takes writes',
  'disk-full': 'its disk is full',
  'over-quota': 'it is over its quota',
  'disk-failing': 'reading or writing its disk fails',
  'read-only': 'it may only be read',
  locked: 'another process holds it',
  damaged: 'it is damaged, and has to be restored from a backup',
  moved: 'its file was moved or deleted, and has to be put back',
  denied: 'it does not let our user do what is needed',
  overloaded: 'it takes no more requests for now',
  'wrong-data': 'it holds records that no program of ours wrote',
  failing: 'it refuses what it is asked',
} as const;

/** These concern single records or commands until a look at the whole says otherwise. */
const SINGLE: readonly StoreTrouble[] = ['damaged', 'wrong-data', 'failing'];
/** What is not cured by waiting a second. */
const LASTING: readonly StoreTrouble[] = ['disk-full', 'over-quota', 'disk-failing', 'read-only', 'damaged', 'moved', 'denied'];
const LASTING_RETRY_MS = 15_000;
const RETRY_MS = 1_000;
/** Nothing was tried: the store is known to refuse. */
const UNTRIED = 'store-refuses';

const CODES: { readonly [word in StoreTrouble]?: string } = { damaged: 'store-corrupt', denied: 'store-denied' };

export function sayOfStore(word: StoreTrouble): string {
  return SAYS[word];
}

export function isSingle(word: StoreTrouble): boolean {
  return SINGLE.includes(word);
}

/** Whether reading is of no use either. */
export function stopsReads(word: StoreTrouble): boolean {
  return word === 'away' || word === 'no-answer' || word === 'no-primary';
}

/** What an adapter throws for a refusal. Retryable, all of them: what was asked for is right, and works once the store is mended. */
export function storeRefusal(word: StoreTrouble, message: string, cause?: unknown): RetryableError {
  return new RetryableError({
    code: CODES[word] ?? 'store-unavailable',
    message,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
    cause,
  });
}

/** Thrown without asking a store that is known to refuse. */
export function untriedRefusal(word: StoreTrouble): RetryableError {
  return new RetryableError({
    code: UNTRIED,
    message: `Nothing can be stored just now: ${SAYS[word]}. Nothing was changed. Try again.`,
    retryAfterMs: LASTING.includes(word) ? LASTING_RETRY_MS : RETRY_MS,
    details: { state: word },
  });
}

/** Whether the store was not even asked, so that certainly nothing was written. */
export function isUntried(error: unknown): boolean {
  return error instanceof CoxswainError && error.code === UNTRIED;
}

/** Null for an error that says nothing of the store's state. */
export function storeTroubleOf(error: unknown): StoreTrouble | null {
  if (!(error instanceof CoxswainError) || !error.code.startsWith('store-')) return null;
  const state = error.details?.state;
  return typeof state === 'string' && isWord(state) ? state : null;
}

function isWord(text: string): text is StoreTrouble {
  return Object.hasOwn(SAYS, text);
}
