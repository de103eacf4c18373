import type { HistoryEntry } from '../../data/actor-record.ts';
import type { Found } from './revision-cache.ts';

/** How long the steps up to a revision took, in milliseconds. Null: the earlier revision is not loaded, or there is none. */
export type StepDuration = {
  /** From the previous revision to this one: how long the actor was in the state before. */
  readonly sinceBeforeMs: number | null;
  /** From the request of the effect whose result caused this revision, with its waits and retries. */
  readonly effectMs: number | null;
};

export function stepDuration({ revision, atMs, cause }: HistoryEntry, entryAt: (revision: number) => Found): StepDuration {
  const asked = cause.kind === 'effect' ? /\/(\d+)\/\d+(@\d+)?$/.exec(cause.by ?? '')?.[1] : undefined;
  return {
    sinceBeforeMs: revision <= 1 ? null : since(entryAt(revision - 1), atMs),
    effectMs: asked === undefined ? null : since(entryAt(Number(asked)), atMs),
  };
}

/** A clock that was set back between two steps would result in a negative duration, which means nothing. */
function since(before: Found, atMs: number): number | null {
  return before === undefined || before === null ? null : Math.max(0, atMs - before.atMs);
}
