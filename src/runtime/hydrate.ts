import { TerminalError } from '../values/errors/terminal-error.ts';
import type { LoadedActor } from './actor-store.ts';
import type { Loaded } from './cell.ts';
import type { CompiledActor } from './compile-actor.ts';

/**
 * Makes a stored actor live: lifts its snapshot through the migrations, one version at a time, and resolves it against the machine.
 * The record stays as it was stored; the first step writes the new version.
 *
 * @throws TerminalError `version-too-new`, `snapshot-unreadable`
 */
export function hydrate(actor: CompiledActor, { record, handle }: LoadedActor): Loaded {
  const { definition, stepper } = actor;
  if (record.version > definition.version) {
    throw new TerminalError({
      code: 'version-too-new',
      message: `${record.id} was written by version ${record.version} of "${record.type}"; this program knows up to ${definition.version}. Run the newer program.`,
    });
  }
  try {
    let persisted = record.snapshot;
    for (let version = record.version + 1; version <= definition.version; version += 1) {
      const lift = definition.migrations?.[version];
      if (!lift) throw new Error(`there is no migration to version ${version}`);
      persisted = lift(persisted);
    }
    return { record, handle, snapshot: stepper.restore(persisted) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerminalError({
      code: 'snapshot-unreadable',
      message: `The snapshot of ${record.id} (revision ${record.revision}) cannot be read: ${why}`,
      cause,
    });
  }
}
