import type { ActorCommit, ActorStore, CommitResult } from '../record/actor-store.ts';
import type { Timers } from './timers.ts';

export type PendingCommit = {
  readonly commit: ActorCommit;
  readonly committed: (result: CommitResult) => void;
  /** Called when the store threw an error, so it is unknown whether the commit succeeded. */
  readonly unknown: (error: unknown) => void;
};

export type Committer = {
  readonly add: (pending: PendingCommit) => void;
  /** Resolves when no commit is pending or being written. */
  readonly idle: () => Promise<void>;
  readonly outstanding: () => number;
};

export type CommitterOptions = {
  readonly store: Pick<ActorStore, 'commit'>;
  readonly timers: Pick<Timers, 'soon'>;
  /** Maximum number of commits that are written together. Default 1,000. */
  readonly maxBatch?: number;
  readonly onBatch?: (size: number) => void;
};

/**
 * Maximum number of writes at the same time. With one write at a time, the store would be idle while actors compute their steps. With more
 * than two, each write would contain fewer commits, and nothing would become faster.
 */
const MAX_IN_FLIGHT = 2;

/**
 * Maximum number of turns of the event loop for which a write is delayed while the number of waiting commits grows. The delay lets more
 * commits share the write, because requests over a network arrive a few at a time.
 */
const MAX_TURNS_WAITED = 4;

/**
 * Groups commits: steps that finish at nearly the same time share one write (one fsync). Two writes may run at the same time, each with at
 * most half of the outstanding commits. With a single write, all callers would wait for it together, and the store would be idle while they
 * compute their next steps (measured: `docs/measurements.md`). The second write waits until it contains as many commits as the first, so
 * that more commits share its fixed costs (a message to the store's thread and back, a sync). Each write is delayed until pending callbacks
 * have run (`soon`), so that callers that just received an answer can add a commit to it. The delay is repeated while the number of commits
 * grows.
 */
export function createCommitter({ store, timers, maxBatch = 1_000, onBatch }: CommitterOptions): Committer {
  let pending: PendingCommit[] = [];
  let batchesInFlight = 0;
  let commitsInFlight = 0;
  let scheduled = false;
  let pendingLastTurn = 0;
  let turnsWaited = 0;
  const waiting: (() => void)[] = [];

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    timers.soon(flush);
  }

  function flush(): void {
    scheduled = false;
    if (pending.length > pendingLastTurn && pending.length < maxBatch && turnsWaited < MAX_TURNS_WAITED) {
      pendingLastTurn = pending.length;
      turnsWaited += 1;
      schedule();
      return;
    }
    pendingLastTurn = 0;
    turnsWaited = 0;
    while (pending.length > 0 && batchesInFlight < MAX_IN_FLIGHT && pending.length >= commitsInFlight) {
      const half = Math.ceil((pending.length + commitsInFlight) / 2);
      const size = Math.min(pending.length, half, maxBatch);
      const batch = size === pending.length ? pending : pending.slice(0, size);
      pending = size === pending.length ? [] : pending.slice(size);
      void write(batch);
    }
  }

  async function write(batch: readonly PendingCommit[]): Promise<void> {
    batchesInFlight += 1;
    commitsInFlight += batch.length;
    onBatch?.(batch.length);
    const answers = await store.commit(batch.map((one) => one.commit)).then(
      (results) => ({ results, error: null }),
      (error: unknown) => ({ results: [], error }),
    );
    batchesInFlight -= 1;
    commitsInFlight -= batch.length;
    for (const [i, one] of batch.entries()) {
      const result = answers.results[i];
      if (result === undefined)
        one.unknown(answers.error ?? new Error('The store returned fewer results than there were changes to write.'));
      else one.committed(result);
    }
    if (pending.length > 0) schedule();
    else if (batchesInFlight === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    add(one) {
      pending.push(one);
      schedule();
    },
    idle: () => (pending.length === 0 && batchesInFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    outstanding: () => pending.length + commitsInFlight,
  };
}
