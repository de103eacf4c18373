import type { Clock } from '../../values/clock.ts';
import type { DependencyNote } from '../../values/inspection/overview.ts';

/** The check of one dependency of the node, with the dependency's kind and name. */
export type DependencyProbe = Pick<DependencyNote, 'kind' | 'name'> & {
  /** Returns null when the dependency works, else a sentence about the problem. A rejection counts as a failure. */
  readonly check: () => Promise<string | null>;
  /** Describes which part of the dependency is switched off or paused, which is no failure; null when no part is. */
  readonly detail?: () => string | null;
};

export type DependencyWatch = {
  /**
   * Returns the last results of the checks, and starts new checks when the results are more than some seconds old. The function waits for
   * checks only when there are no results yet.
   */
  readonly notes: () => Promise<readonly DependencyNote[]>;
  /** Returns the last results of the checks. When these are older than five seconds, new checks are made first. */
  readonly recent: () => Promise<readonly DependencyNote[]>;
  /** Returns the results of checks that were just made: of new checks, or of those that are already running. */
  readonly fresh: () => Promise<readonly DependencyNote[]>;
};

export type DependencyWatchDeps = {
  readonly probes: readonly DependencyProbe[];
  readonly clock: Clock;
  /** Calls `callback` once after the delay; the returned function cancels the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
};

const LOOK_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;
const RECENT_MS = 5_000;

/** Checks the node's dependencies while somebody requests the results. All requests share the same checks. */
export function createDependencyWatch({ probes, clock, after }: DependencyWatchDeps): DependencyWatch {
  let last: { readonly notes: readonly DependencyNote[]; readonly atMs: number } | null = null;
  const since = new Map<string, number>();
  let looking: Promise<readonly DependencyNote[]> | null = null;

  async function answerOf(check: () => Promise<string | null>): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const cancel = after(ANSWER_WITHIN_MS, () => resolve('The dependency did not answer within the time limit.'));
    try {
      // Error messages of checks may contain URLs and keys, so they are not shown. The component whose check fails logs the error.
      return await Promise.race([check().catch(() => 'The check of the dependency failed.'), promise]);
    } finally {
      cancel();
    }
  }

  async function look(): Promise<readonly DependencyNote[]> {
    const notes = await Promise.all(
      probes.map(async ({ kind, name, check, detail }): Promise<DependencyNote> => {
        const problem = await answerOf(check);
        const own = detail?.() ?? null;
        return {
          kind,
          name,
          isOk: problem === null,
          message: `${problem ?? 'Works.'}${own === null ? '' : ` ${own}`}`,
          sinceMs: sinceOf(name, problem !== null),
        };
      }),
    );
    last = { notes, atMs: clock.now() };
    return notes;
  }

  function sinceOf(name: string, isAway: boolean): number | null {
    if (!isAway) {
      since.delete(name);
      return null;
    }
    const sinceMs = since.get(name) ?? clock.now();
    since.set(name, sinceMs);
    return sinceMs;
  }

  function fresh(): Promise<readonly DependencyNote[]> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  /**
   * Returns the last results of the checks and starts new checks. Waits for the new results when the last ones are older than `mostAgeMs`.
   */
  async function notesOfLast(mostAgeMs: number): Promise<readonly DependencyNote[]> {
    if (last === null) return await fresh();
    const { notes, atMs } = last;
    const ageMs = Math.abs(clock.now() - atMs);
    if (ageMs > mostAgeMs) return await fresh();
    if (ageMs >= LOOK_EVERY_MS) void fresh();
    return notes;
  }

  return { notes: () => notesOfLast(Number.POSITIVE_INFINITY), recent: () => notesOfLast(RECENT_MS), fresh };
}
