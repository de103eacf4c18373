import type { Clock } from '../../values/clock.ts';
import type { DependencyNote } from '../../values/inspection/overview.ts';

/** Asks one thing that the node stands on. */
export type DependencyProbe = Pick<DependencyNote, 'kind' | 'name'> & {
  /** Null when it works, else one sentence on what is missing. A rejection counts as not working. */
  readonly check: () => Promise<string | null>;
};

export type DependencyWatch = {
  /** What was found last; waits only before anything was. A look older than some seconds makes the next one begin. */
  readonly notes: () => Promise<readonly DependencyNote[]>;
};

export type DependencyWatchDeps = {
  readonly probes: readonly DependencyProbe[];
  readonly clock: Clock;
  /** Calls back once, later; gives what takes it back. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
};

const LOOK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;

/** Looks at what the node stands on, while somebody wants to know, and never for each who asks. */
export function createDependencyWatch({ probes, clock, after }: DependencyWatchDeps): DependencyWatch {
  let last: { readonly notes: readonly DependencyNote[]; readonly atMs: number } | null = null;
  let looking: Promise<readonly DependencyNote[]> | null = null;

  async function answerOf(check: () => Promise<string | null>): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const cancel = after(ANSWER_WITHIN_MS, () => resolve('No answer in time.'));
    try {
      // What a probe throws may quote addresses and keys; the log of its own module has it.
      return await Promise.race([check().catch(() => 'The check failed.'), promise]);
    } finally {
      cancel();
    }
  }

  async function look(): Promise<readonly DependencyNote[]> {
    const notes = await Promise.all(
      probes.map(async ({ kind, name, check }): Promise<DependencyNote> => {
        const problem = await answerOf(check);
        return { kind, name, isOk: problem === null, message: problem ?? 'Works.' };
      }),
    );
    last = { notes, atMs: clock.now() };
    return notes;
  }

  function next(): Promise<readonly DependencyNote[]> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    async notes() {
      if (last === null) return await next();
      const { notes, atMs } = last;
      if (Math.abs(clock.now() - atMs) >= LOOK_EVERY_MS) void next();
      return notes;
    },
  };
}
