import type { EventSourceMessage } from 'eventsource-parser';

export type BulkAct = 'tick' | 'release' | 'retry' | 'send' | 'restore';

export type BulkFailure = { readonly id: string; readonly code: string; readonly message: string };

/** The result of a bulk action, or of its rehearsal, for one actor. */
export type BulkSample = { readonly id: string; readonly what: string };

/** The progress of a bulk action: counts, samples and failures. */
export type BulkState = {
  readonly seen: number;
  readonly done: number;
  /** Number of actors for which the bulk action had nothing to do. */
  readonly skipped: number;
  readonly failed: number;
  /** The first failures of the bulk action; `failed` is the total number of failures. */
  readonly failures: readonly BulkFailure[];
  readonly samples: readonly BulkSample[];
  readonly isEnded: boolean;
  /** Whether more actors match the filter than the bulk action's limit allowed. */
  readonly hasMore: boolean;
  /** Why the bulk action stopped early; null when it did not stop early. */
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
  hasMore: false,
  problem: null,
};

const MOST_FAILURES = 200;

/** Returns the progress of a bulk action after one more event of the action's stream. */
export function withEvent(state: BulkState, { event, data }: EventSourceMessage): BulkState {
  const told = objectOf(JSON.parse(data));
  if (event === 'progress') return withCounts(state, told);
  if (event === 'failure') {
    if (state.failures.length >= MOST_FAILURES) return state;
    return { ...state, failures: [...state.failures, { id: textOf(told.id), code: textOf(told.code), message: textOf(told.message) }] };
  }
  if (event === 'end') {
    return {
      ...withCounts(state, told),
      samples: samplesOf(told.samples),
      isEnded: true,
      hasMore: told.hasMore === true,
      problem: told.isStopped === true ? 'The node was stopped before all actors were examined.' : null,
    };
  }
  return event === 'error' ? { ...state, problem: `The service stopped the action (${textOf(told.code)}). Its log says why.` } : state;
}

function withCounts(state: BulkState, told: Readonly<Record<string, unknown>>): BulkState {
  const count = (name: 'seen' | 'done' | 'skipped' | 'failed') => {
    const value = told[name];
    return typeof value === 'number' ? value : state[name];
  };
  return { ...state, seen: count('seen'), done: count('done'), skipped: count('skipped'), failed: count('failed') };
}

function samplesOf(value: unknown): readonly BulkSample[] {
  return Array.isArray(value) ? value.map(objectOf).map(({ id, what }) => ({ id: textOf(id), what: textOf(what) })) : [];
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
