import type { AnyMachineSnapshot } from 'xstate';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { AnyActorDefinition } from '../define/definition.ts';
import type { LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord, PersistedSnapshot } from '../record/record.ts';
import type { Loaded } from './cell.ts';
import type { CompiledActor } from './compile-actor.ts';

/**
 * Prepares a stored actor for steps: migrates its snapshot, one version at a time, and resolves it with the machine. The stored record
 * stays unchanged; the first step writes the new version.
 * @throws RetryableError `version-too-new`: during a rolling update another node can read it; TerminalError `snapshot-unreadable`,
 * `wrong-data`
 */
export function hydrate(actor: CompiledActor, found: LoadedActor): Loaded {
  requireWhole(found);
  const { record, handle } = found;
  const { definition, stepper } = actor;
  if (record.version > definition.version) {
    throw new RetryableError({
      code: 'version-too-new',
      retryAfterMs: 1_000,
      message: `${record.id} was written by version ${record.version} of the type "${record.type}", but this program only knows versions up to ${definition.version}. Run the newer program.`,
    });
  }
  try {
    return { record, handle, snapshot: stepper.restore(liftSnapshot(definition, record)) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({
      code: 'snapshot-unreadable',
      message: `The snapshot of ${record.id} (revision ${record.revision}) cannot be read: ${why}`,
      cause,
    });
  }
}

/** Migrates a record's snapshot to the definition's version. @throws Error when a migration is missing or throws */
export function liftSnapshot(
  { version, migrations }: Pick<AnyActorDefinition, 'version' | 'migrations'>,
  record: ActorRecord,
): PersistedSnapshot {
  let snapshot = record.snapshot;
  for (let next = record.version + 1; next <= version; next += 1) {
    const lift = migrations?.[next];
    if (!lift) throw new Error(`there is no migration to version ${next}`);
    snapshot = lift(snapshot);
  }
  return snapshot;
}

/**
 * Resolves a record's snapshot for reading only, not for steps. @throws the errors of `liftSnapshot`, and Error when the machine cannot
 * read the snapshot
 */
export function snapshotOf(definition: AnyActorDefinition, record: ActorRecord): AnyMachineSnapshot {
  const { value, context, status } = liftSnapshot(definition, record);
  return definition.machine.resolveState({ value, context, status });
}

/** Throws when the actor's stored record cannot be read. @throws TerminalError `wrong-data` */
export function requireWhole({ damage }: LoadedActor): void {
  if (damage !== undefined) throw new TerminalError({ code: 'wrong-data', status: 500, message: damage });
}
