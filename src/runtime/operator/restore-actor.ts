import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { ActorStore } from '../record/actor-store.ts';
import type { ActorId, ActorRecord, HistoryEntry } from '../record/record.ts';
import { revisionBefore, timeText } from '../record/revision-before.ts';
import type { Outcome, Work } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { planRestore, requireRevision } from '../step/plan-restore.ts';

/** The target of a restore: a revision, or the state at a time (UTC ms). */
export type RestorePoint = number | { readonly beforeMs: number };

/** The preview of a restore. It is computed from the actor's revision at the time of the preview. */
export type RestorePreview = {
  /** The record that the restore would write, without the event's times and id; null when the restore would be refused. */
  readonly record: ActorRecord | null;
  readonly current: ActorRecord;
  /** The revision to which the actor would be restored; null when the actor's type refuses restores. */
  readonly revision: number | null;
  readonly isAllowed: boolean;
  /** Why the restore would be refused; null when it would be accepted. */
  readonly why: string | null;
};

export type RestoreDeps = {
  readonly store: ActorStore;
  readonly actorOf: (id: ActorId) => CompiledActor;
  readonly act: (id: ActorId, work: Work, by: string) => Promise<Outcome>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly nodeId: string;
  readonly tickEveryMs: number;
};

export type Restore = {
  readonly restore: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<ActorRecord>;
  readonly preview: (id: ActorId, point: RestorePoint, by: string, expected?: number) => Promise<RestorePreview>;
};

/**
 * Maximum number of attempts to restore an unreadable actor while other processes write to it. Quarantining the actor is such a write, too.
 */
const TRIES = 5;
const PAST_THE_COPY = new Set(['snapshot-unreadable', 'wrong-data', 'revision-moved-on']);
/** Codes of the errors that the preview of a restore reports instead of throwing. */
const REFUSALS = new Set(['restore-refused', 'not-changed-since']);

/**
 * Creates the function that restores an actor, and the function that previews a restore. Both choose the target revision and plan the new
 * record with the same code.
 */
export function createRestore(deps: RestoreDeps): Restore {
  const { store, actorOf, clock, ids, nodeId, tickEveryMs } = deps;

  /** Finds the target revision. @throws TerminalError `restore-refused`, `revision-not-found`, `not-changed-since` */
  async function targetOf(id: ActorId, point: RestorePoint): Promise<HistoryEntry> {
    if (actorOf(id).definition.restore === 'refuse') {
      const type = actorOf(id).type;
      const message = `An actor of the type "${type}" cannot be restored, because the results of its effects outside this service cannot be undone.`;
      throw new TerminalError({ code: 'restore-refused', status: 409, message });
    }
    if (typeof point !== 'number') return await changedSince(id, point.beforeMs);
    const target = await store.historyAt(id, point);
    if (target !== null) return target;
    const message = `${id} has no revision ${point} in its history. It may have been deleted, because it was older than the retention period.`;
    throw new TerminalError({ code: 'revision-not-found', status: 404, message });
  }

  /**
   * A restore to a time requires that the actor has changed since then. If it had not, the restore would change nothing except the number
   * of restores.
   */
  async function changedSince(id: ActorId, beforeMs: number): Promise<HistoryEntry> {
    const target = await revisionBefore(store, id, beforeMs);
    const [found = null] = await store.load([id]);
    if (found === null || target.revision < found.record.revision) return target;
    const message = `${id} is still at revision ${target.revision}, of ${timeText(target.atMs)}: it has not changed since ${timeText(beforeMs)}.`;
    throw new TerminalError({ code: 'not-changed-since', status: 409, message, details: { revision: target.revision } });
  }

  const planOn = (current: ActorRecord, target: ActorRecord, by: string) => {
    const context = { nowMs: clock.now(), nodeId, tickEveryMs, room: 0 };
    return planRestore(actorOf(current.id), current, target, { eventId: ids(), cause: { kind: 'operator', by } }, context);
  };

  /** Restores the stored record directly, and ignores any copy in memory. The next commit that is based on such a copy then fails. */
  async function restoreStored(id: ActorId, target: ActorRecord, by: string, expected: number | undefined): Promise<ActorRecord> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [found = null] = await store.load([id]);
      if (found === null) break;
      requireRevision(found.record, expected);
      const { next, note } = planOn(found.record, target, by);
      const [result] = await store.commit([{ previous: found.record, next, note, handle: found.handle }]);
      if (result === 'won') return next;
    }
    const message = `Other requests are changing ${id} at the same time. Try again.`;
    throw new RetryableError({ code: 'too-many-conflicts', retryAfterMs: 1_000, message });
  }

  async function restore(id: ActorId, point: RestorePoint, by: string, expected?: number): Promise<ActorRecord> {
    const target = await targetOf(id, point);
    try {
      const work: Work = { kind: 'restore', target: target.record, ...(expected === undefined ? {} : { expected }) };
      return (await deps.act(id, work, by)).loaded.record;
    } catch (error) {
      // An error in `PAST_THE_COPY` means one of two things: the actor cannot be loaded into any node's memory, or this node's copy is
      // older than the revision that the operator saw. In both cases the stored record is restored directly.
      if (error instanceof CoxswainError && PAST_THE_COPY.has(error.code)) return await restoreStored(id, target.record, by, expected);
      throw error;
    }
  }

  async function preview(id: ActorId, point: RestorePoint, by: string, expected?: number): Promise<RestorePreview> {
    actorOf(id);
    const [found = null] = await store.load([id]);
    if (found === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `The actor ${id} does not exist.` });
    const current = found.record;
    requireRevision(current, expected);
    let revision: number | null = null;
    try {
      const target = await targetOf(id, point);
      revision = target.revision;
      return { record: planOn(current, target.record, by).next, current, revision, isAllowed: true, why: null };
    } catch (error) {
      // An error such as an unavailable store or a missing revision is thrown, because the preview cannot be computed. An error of the
      // machine means that the restore would be refused, so the preview reports it.
      if (error instanceof CoxswainError && !REFUSALS.has(error.code)) throw error;
      return { record: null, current, revision, isAllowed: false, why: error instanceof Error ? error.message : String(error) };
    }
  }

  return { restore, preview };
}
