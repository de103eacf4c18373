import type { ActorCommit, ActorStore, CommitResult, LoadedActor } from '../../runtime/record/actor-store.ts';
import type { ActorRecord, HistoryEntry } from '../../runtime/record/record.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { actorHistory } from './actor-history.ts';
import { targetTaken } from './target-taken.ts';

/** Copies one actor to the target store of a migration, one revision at a time. */
export type ActorReplay = {
  readonly id: string;
  /**
   * Returns the commit that writes the next revision to the target; null when the target has all revisions. `settle` must be called with
   * the result of each commit before `next` is called again.
   */
  next(): Promise<ActorCommit | null>;
  /**
   * Processes the result of a commit to the target. @throws TerminalError `migrate-target-taken` when another program has changed this
   * actor in the target
   */
  settle(commit: ActorCommit, result: CommitResult | undefined): void;
};

/**
 * Writes an actor's history from the source store to the target store, up to the newest record in the source (`goal`). The target has no
 * copy of the actor yet, or a copy of an earlier revision (`reached`). Each commit succeeds only if the target has the expected revision,
 * so a second migration or a running service on the target is noticed.
 */
export function createActorReplay(source: ActorStore, goal: ActorRecord, reached: LoadedActor | null): ActorReplay {
  const { id, revision: last } = goal;
  const entries = actorHistory(source, id, reached === null ? null : reached.record.revision + 1, last);
  let at: LoadedActor | null = reached;

  function commitOf({ record, from, event, atMs, cause }: HistoryEntry): ActorCommit {
    const note = { event, atMs, cause };
    return at === null
      ? { previous: null, next: record, note, handle: null, from }
      : { previous: at.record, next: record, note, handle: at.handle };
  }

  return {
    id,
    async next() {
      if (at?.record.revision === last) return null;
      const { value } = await entries.next();
      if (value === undefined) {
        throw new TerminalError({
          code: 'migrate-history-missing',
          message: `The source has deleted revision ${(at?.record.revision ?? last - 1) + 1} of ${id}. Start again with an empty target, while no node runs on the source.`,
        });
      }
      return commitOf(value);
    },
    settle(commit, result) {
      if (result !== 'won' || commit.handle === null) throw targetTaken(`Actor ${id}`, 'was changed by another process meanwhile');
      at = { record: commit.next, handle: commit.handle };
    },
  };
}
