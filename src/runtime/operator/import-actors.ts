import { typeOf } from '../../values/actor-id.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorCommit, ActorStore, LoadedActor } from '../record/actor-store.ts';
import { checkRecord } from '../record/check-record.ts';
import type { ActorId, ActorRecord, OutboxEntry } from '../record/record.ts';
import { withTriggers } from '../record/record-triggers.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Envelope, Plan } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import type { PlanContext } from '../step/plan-context.ts';
import { planRestore } from '../step/plan-restore.ts';

/**
 * The result of importing one record. `create`: the actor is new. `replace`: the actor exists, and a replacement was requested. `same`: the
 * stored actor has the record's revision, or that revision was imported before. `exists`: a different record exists and stays unchanged.
 * `refuse`: the record was refused for the reason in `error`.
 */
export type ImportOutcome = 'create' | 'replace' | 'same' | 'exists' | 'refuse';

export type ImportCheck = {
  /** The actor's id; empty when the record has no readable id. */
  readonly id: ActorId;
  readonly outcome: ImportOutcome;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type ImportOptions = {
  readonly by: string;
  /**
   * When true, an existing actor gets the imported record's state as a new revision, as after a restore. When false, an existing actor
   * stays unchanged.
   */
  readonly replace: boolean;
  /** Whether records are written; false only previews the import. */
  readonly apply: boolean;
};

export type ImportDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly tickEveryMs: number;
};

/** Maximum number of attempts to import a record while other processes write to the same actor. */
const TRIES = 5;

type Judged = { readonly finding: ImportCheck; readonly commit?: ActorCommit };

/**
 * Imports exported records into a store, in batches. The outside world and other stores may have changed since the export. Therefore an
 * imported actor starts as after a restore, with an increased number of restores (epoch). Effects in its outbox may have run elsewhere, so
 * they are checked first where possible. A repeated import changes nothing.
 */
export function createImport(deps: ImportDeps): (values: readonly unknown[], options: ImportOptions) => Promise<readonly ImportCheck[]> {
  const { actors, store, clock, nodeId, tickEveryMs } = deps;

  return async (values, options) => {
    const findings: ImportCheck[] = [];
    const seen = new Set<ActorId>();
    let open: { readonly index: number; readonly record: ActorRecord }[] = [];
    for (const [index, value] of values.entries()) {
      try {
        const record = checkRecord(value);
        if (seen.has(record.id)) throw new TerminalError({ code: 'duplicate-id', message: `${record.id} appears twice in the import.` });
        seen.add(record.id);
        open.push({ index, record });
      } catch (error) {
        findings[index] = refusal(idOf(value), error);
      }
    }
    for (let tries = 0; open.length > 0; tries += 1) {
      const found = await store.load(open.map(({ record }) => record.id));
      const proposals: { readonly at: (typeof open)[number]; readonly finding: ImportCheck; readonly commit: ActorCommit }[] = [];
      for (const [n, at] of open.entries()) {
        const { finding, commit } = await judge(at.record, found[n] ?? null, options);
        findings[at.index] = finding;
        if (commit !== undefined) proposals.push({ at, finding, commit });
      }
      if (!options.apply) break;
      const results = await store.commit(proposals.map(({ commit }) => commit));
      const lost = proposals.filter((_, n) => results[n] !== 'won');
      open = lost.map(({ at }) => at);
      if (tries < TRIES) continue;
      for (const { index, record } of open) findings[index] = refusal(record.id, tooManyConflicts(record.id));
      break;
    }
    return findings;
  };

  async function judge(record: ActorRecord, found: LoadedActor | null, { by, replace }: ImportOptions): Promise<Judged> {
    const { id } = record;
    const eventId = `import-${record.revision}@${record.epoch}-${record.updatedAtMs}`;
    try {
      const actor = actorOf(record);
      if (found !== null && (isSame(found.record, record) || (await store.hasApplied(id, eventId))))
        return { finding: findingOf(id, 'same') };
      if (found !== null && !replace) return { finding: findingOf(id, 'exists') };
      if (found !== null && actor.definition.restore === 'refuse') {
        const message = `An actor of the type "${record.type}" cannot be replaced, because the results of its effects outside this service cannot be undone.`;
        throw new TerminalError({ code: 'restore-refused', message });
      }
      const nowMs = clock.now();
      const base = found?.record ?? { ...record, outbox: record.outbox.map((entry) => unsure(actor, entry, nowMs)) };
      const cause = { kind: 'operator', by } as const;
      const { next, note } = planned(actor, base, record, { eventId, cause }, { nowMs, nodeId, tickEveryMs, room: 0 });
      const event = { ...note.event, type: 'runtime.imported', payload: { revision: record.revision } };
      return {
        finding: findingOf(id, found === null ? 'create' : 'replace'),
        commit: {
          previous: found?.record ?? null,
          next: record.health.state === 'quarantined' ? { ...withTriggers(next, []), health: record.health, wakeAtMs: null } : next,
          ...(found === null ? { from: record.snapshot.value } : {}),
          note: { ...note, event },
          handle: found?.handle ?? null,
        },
      };
    } catch (error) {
      // A terminal error concerns only the record being imported, and is reported with that record. Any other error (such as one of the
      // store) ends the whole import.
      if (error instanceof CoxswainError && error.kind === 'terminal') return { finding: refusal(id, error) };
      throw error;
    }
  }

  function actorOf({ id, type, version, outbox }: ActorRecord): CompiledActor {
    const actor = actors.get(typeOf(id));
    if (actor === undefined) throw new TerminalError({ code: 'unknown-actor-type', message: `The actor type "${type}" does not exist.` });
    if (version > actor.definition.version) {
      const message = `${id} was written by version ${version} of the type "${type}", but this program only knows versions up to ${actor.definition.version}.`;
      throw new TerminalError({ code: 'version-too-new', message });
    }
    const unknown = outbox.find(({ name }) => !actor.effects.has(name));
    if (unknown === undefined) return actor;
    throw new TerminalError({
      code: 'unknown-effect',
      message: `The actor type "${type}" has no effect "${unknown.name}", which the imported record of ${id} has requested.`,
    });
  }
}

function planned(
  actor: CompiledActor,
  base: ActorRecord,
  target: ActorRecord,
  envelope: Pick<Envelope, 'eventId' | 'cause'>,
  context: PlanContext,
): Plan {
  try {
    return planRestore(actor, base, target, envelope, context);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({ code: 'snapshot-unreadable', message: `The snapshot of ${base.id} cannot be read: ${why}`, cause });
  }
}

/**
 * Prepares an effect in the outbox of an imported record. The effect is not leased to any node of this cluster. Because the effect may have
 * run elsewhere, it is first checked whether it has happened, if its handler can do that.
 */
function unsure(actor: CompiledActor, entry: OutboxEntry, nowMs: number): OutboxEntry {
  const isLookedUp = actor.effects.get(entry.name)?.safety === 'reconcile';
  const nextAttemptAtMs = Math.max(entry.nextAttemptAtMs, nowMs);
  return { ...entry, state: isLookedUp ? 'indeterminate' : 'ready', nextAttemptAtMs, leasedBy: null, leaseUntilMs: null };
}

function isSame(stored: ActorRecord, record: ActorRecord): boolean {
  return (
    stored.revision === record.revision &&
    stored.epoch === record.epoch &&
    JSON.stringify(stored.snapshot) === JSON.stringify(record.snapshot)
  );
}

function findingOf(id: ActorId, outcome: ImportOutcome): ImportCheck {
  return { id, outcome, error: null };
}

function refusal(id: ActorId, error: unknown): ImportCheck {
  const { code, message } = recordedError(error, 0);
  return { id, outcome: 'refuse', error: { code, message } };
}

function idOf(value: unknown): ActorId {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : '';
}

function tooManyConflicts(id: ActorId): RetryableError {
  return new RetryableError({
    code: 'too-many-conflicts',
    retryAfterMs: 1_000,
    message: `Other requests are changing ${id} at the same time. Try again.`,
  });
}
