import type { Clock } from '../../values/clock.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { isUntried } from '../../values/store-refusal.ts';
import type { ActorCommit, ActorStore } from '../record/actor-store.ts';
import { asciiJson } from '../record/ascii-json.ts';
import { APPLIED_KEPT, type OutboxEntry } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell, Envelope, Loaded, Plan } from '../step/cell.ts';
import { about, type Feed } from './feed.ts';
import type { Loader } from './loader.ts';
import type { Residents } from './residents.ts';

export type ConclusionDeps = {
  readonly store: Pick<ActorStore, 'hasApplied'>;
  readonly residents: Residents;
  readonly loader: Loader;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
  /** Starts the next piece of work that waits for an actor. */
  readonly next: (cell: Cell) => void;
  readonly abandon: (cell: Cell, error: unknown) => void;
  /** Publishes a notice that the actor's machine had no transition for an event in its current state. */
  readonly reportUnexpected: (loaded: Loaded, envelope: Envelope, event: { readonly type: string }) => void;
  /** Publishes a notice about a failed step, and returns the error for the caller. */
  readonly stepError: (cell: Cell, envelope: Envelope, error: unknown) => unknown;
};

/**
 * Maximum number of successive attempts to commit one piece of work that fail because another node has changed the actor. After that, the
 * call fails with an error that asks the caller to retry.
 */
const MAX_TRIES = 8;

/**
 * Handles the result of an actor's commit. After a success, it updates the actor's copy in memory and answers the caller; otherwise it
 * reloads the actor and runs the piece of work again.
 */
export function concludeCommit(deps: ConclusionDeps) {
  const { store, residents, loader, clock, feed } = deps;

  function won(cell: Cell, envelope: Envelope, plan: Plan, commit: ActorCommit): void {
    const { handle } = commit;
    if (handle === null) {
      const error = new Error(`The store returned no handle for ${cell.id}.`);
      envelope.failed(error);
      deps.abandon(cell, error);
      return;
    }
    if (cell.loaded === null) residents.bind(handle.ref, cell);
    const loaded: Loaded = { record: plan.next, snapshot: plan.snapshot, handle };
    cell.loaded = loaded;
    forgetStoredEnds(cell, plan.next.outbox);
    publish(commit, plan);
    if (plan.unexpected) deps.reportUnexpected(loaded, envelope, plan.note.event);
    envelope.done({ loaded, changed: true, accepted: true, duplicate: false });
    if (plan.next.outbox.length > 0) deps.onOutbox(cell, plan.starting);
    cell.busy = false;
    if (cell.queue !== null) deps.next(cell);
  }

  /**
   * Handles a commit that failed because the actor had changed, or whose outcome is unknown. Before trying again, checks whether the stored
   * record already contains the commit's event.
   */
  async function lost(cell: Cell, envelope: Envelope, plan: Plan, commit: ActorCommit, why: unknown): Promise<void> {
    if (isUntried(why)) {
      cell.busy = false;
      envelope.failed(why);
      goOn(cell);
      return;
    }
    envelope.tries += 1;
    envelope.isNew = false;
    feed.publish(() => ({ kind: 'conflict', atMs: clock.now(), ...about(cell.id, cell.loaded?.record), tries: envelope.tries }));
    try {
      await loader.reload(cell);
      const applied = await isApplied(cell, envelope, commit);
      const unstorable = why === 'conflict' || applied ? null : whyUnstorable(commit);
      cell.busy = false;
      if (applied && cell.loaded) {
        publish(commit, plan);
        envelope.done({ loaded: cell.loaded, changed: true, accepted: true, duplicate: false });
        startLeased(cell, plan);
      } else if (unstorable !== null) {
        envelope.failed(deps.stepError(cell, envelope, unstorable));
      } else if (envelope.tries >= MAX_TRIES) {
        envelope.failed(why === 'conflict' ? tooManyConflicts(cell) : storeUnavailable(why));
      } else {
        cell.queue = [envelope, ...(cell.queue ?? [])];
      }
      goOn(cell);
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'commit', error: recordedError(error, clock.now()) }));
      envelope.failed(why === 'conflict' ? error : outcomeUnknown(cell, error));
      deps.abandon(cell, error);
    }
  }

  function goOn(cell: Cell): void {
    deps.next(cell);
    // If the actor does not exist in the store, its empty cell (its place in memory) is removed. Otherwise later calls would be answered
    // from that cell, without reading the store.
    if (cell.loaded === null && !cell.busy && cell.queue === null) residents.remove(cell);
  }

  /**
   * Called when a commit with unknown outcome has turned out to be stored. Starts the effects that the commit leased to this node, if they
   * are still in the outbox.
   */
  function startLeased(cell: Cell, plan: Plan): void {
    const outbox = cell.loaded?.record.outbox ?? [];
    const mine = plan.starting.filter((entry) => outbox.some((other) => other.key === entry.key && other.leasedBy === entry.leasedBy));
    if (mine.length > 0) deps.onOutbox(cell, mine);
  }

  async function isApplied(cell: Cell, envelope: Envelope, commit: ActorCommit): Promise<boolean> {
    const record = cell.loaded?.record;
    if (!record) return false;
    if (record.applied.includes(envelope.eventId)) return true;
    const moved = record.revision - (commit.previous?.revision ?? 0);
    return moved > APPLIED_KEPT && (await store.hasApplied(cell.id, envelope.eventId));
  }

  function publish({ previous, next: record, note }: ActorCommit, plan: Plan): void {
    feed.publish(() => ({
      kind: 'committed',
      atMs: note.atMs,
      id: record.id,
      indexKeys: record.keys,
      revision: record.revision,
      event: note.event.type,
      eventId: note.event.id,
      from: previous?.snapshot.value ?? null,
      to: record.snapshot.value,
      cause: note.cause,
      effects: plan.starting.map((entry) => entry.name),
      ms: Math.max(0, clock.now() - note.atMs),
    }));
  }

  return { won, lost };
}

function forgetStoredEnds({ ended }: Cell, outbox: readonly OutboxEntry[]): void {
  if (ended === undefined || ended.size === 0) return;
  for (const key of ended) if (!outbox.some((entry) => entry.key === key)) ended.delete(key);
}

/**
 * Finds a value in a commit that no store can write (a bigint, or a reference cycle). Such a value makes the write of a whole batch fail.
 * The search takes as long as the step itself, so it runs only after a failed write. Then the actor with that value gets an error, and the
 * commits of the other actors are written again.
 */
function whyUnstorable({ next, note }: ActorCommit): unknown {
  try {
    asciiJson({ next, note });
    return null;
  } catch (error) {
    return error;
  }
}

function tooManyConflicts({ id }: Cell): RetryableError {
  return new RetryableError({
    code: 'too-many-conflicts',
    retryAfterMs: 1_000,
    message: `Many callers are changing ${id} at the same time, so this change could not be stored. Try again.`,
  });
}

function storeUnavailable(cause: unknown): RetryableError {
  const message = 'The store refuses the write. Nothing was changed. Try again.';
  return new RetryableError({ code: 'store-unavailable', retryAfterMs: 1_000, message, cause });
}

/**
 * Returns the error for a commit whose outcome is unknown because the store does not answer. The caller must not assume that the commit did
 * not happen.
 */
function outcomeUnknown({ id }: Cell, cause: unknown): IndeterminateError {
  const message = `It is unknown whether ${id} was changed, because the store does not answer. Read the actor, or try again with the same event id.`;
  // The HTTP status is 503, as for any unavailable store, so that the client retries later.
  return new IndeterminateError({ code: 'commit-unknown', status: 503, retryAfterMs: 1_000, message, cause });
}
