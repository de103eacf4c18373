import type { SseFrame } from '../app/sse-parser.ts';

export type BulkAct = 'tick' | 'release' | 'retry' | 'send' | 'restore';

export type BulkFailure = { readonly id: string; readonly code: string; readonly message: string };

export type BulkSample = { readonly id: string; readonly note: string };

/** How far a bulk act is. */
export type BulkState = {
  readonly seen: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  /** The first ones; `failed` counts them all. */
  readonly failures: readonly BulkFailure[];
  readonly samples: readonly BulkSample[];
  readonly isEnded: boolean;
  /** More match than were looked at. */
  readonly isMore: boolean;
  /** Why it ended before its end. */
  readonly problem: string | null;
};

export const NOT_BEGUN: BulkState = {
  seen: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  failures: [],
  samples: [],
  isEnded: false,
  isMore: false,
  problem: null,
};

const MOST_FAILURES = 200;
const MOST_SAMPLES = 20;

/** What an event of the stream adds to it. */
export function withFrame(state: BulkState, { event, data }: SseFrame): BulkState {
  const told = objectIn(data);
  if (event === 'progress') return withCounts(state, told);
  if (event === 'failure') {
    if (state.failures.length >= MOST_FAILURES) return state;
    return { ...state, failures: [...state.failures, { id: textIn(told.id), code: textIn(told.code), message: textIn(told.message) }] };
  }
  if (event === 'sample') {
    if (state.samples.length >= MOST_SAMPLES) return state;
    return { ...state, samples: [...state.samples, { id: textIn(told.id), note: textIn(told.note) }] };
  }
  if (event === 'end') return { ...withCounts(state, told), isEnded: true, isMore: told.isMore === true };
  return event === 'error' ? { ...state, problem: textIn(told.message) || `The service broke off (${textIn(told.code)}).` } : state;
}

function withCounts(state: BulkState, told: Readonly<Record<string, unknown>>): BulkState {
  const count = (name: 'seen' | 'done' | 'skipped' | 'failed') => {
    const value = told[name];
    return typeof value === 'number' ? value : state[name];
  };
  return { ...state, seen: count('seen'), done: count('done'), skipped: count('skipped'), failed: count('failed') };
}

function objectIn(data: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(data);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
