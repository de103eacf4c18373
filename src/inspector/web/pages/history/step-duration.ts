import type { HistoryEntry } from '../../data/actor-record.ts';
import type { Found } from './revision-cache.ts';

/**
 * The durations that belong to a revision, in milliseconds. A duration is null when the earlier revision is not loaded or does not exist.
 */
export type StepDuration = {
  /** Time from the previous revision to this one, during which the actor was in its previous state. */
  readonly sinceBeforeMs: number | null;
  /**
   * Time from the request of the effect (a side effect such as sending a transaction) whose result caused this revision until that result,
   * including waits and retries.
   */
  readonly effectMs: number | null;
};

export function stepDuration({ revision, atMs, cause }: HistoryEntry, entryAt: (revision: number) => Found): StepDuration {
  const asked = cause.kind === 'effect' ? /\/(\d+)\/\d+(@\d+)?$/.exec(cause.by ?? '')?.[1] : undefined;
  return {
    sinceBeforeMs: revision <= 1 ? null : since(entryAt(revision - 1), atMs),
    effectMs: asked === undefined ? null : since(entryAt(Number(asked)), atMs),
  };
}

/** If the clock was set back between two steps, their difference is negative and means nothing. So the result is then null. */
function since(before: Found, atMs: number): number | null {
  return before === undefined || before === null ? null : Math.max(0, atMs - before.atMs);
}
