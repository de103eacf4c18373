import type { TypePause } from '../../values/inspection/actor-type.ts';
import type { Consequence } from '../../values/inspection/consequence.ts';
import type { AnyActorDefinition, Facts } from '../define/definition.ts';
import type { ActorRecord } from '../record/record.ts';
import { snapshotOf } from '../step/hydrate.ts';

export type AfterRestoreInput = {
  readonly definition: AnyActorDefinition;
  /** The actor's record that the restore would write. */
  readonly restored: ActorRecord;
  /** The current record. */
  readonly current: ActorRecord;
  /**
   * The external data (facts), such as prices, that a tick of the restored actor would receive now. When it is not available, `problem` is
   * the reason.
   */
  readonly now: { readonly facts: Facts | null; readonly problem: string | null };
  readonly nowMs: number;
  readonly pause: TypePause | null;
};

/**
 * Lists the consequences of a restore. Those that prevent the actor from acting come first. Never throws: when the code of the actor's
 * definition fails, the list contains a sentence about the failure.
 */
export function consequencesOf(input: AfterRestoreInput): readonly Consequence[] {
  const all = [...ownConsequences(input), ...commonConsequences(input)];
  return all.toSorted((a, b) => Number(b.isStandstill) - Number(a.isStandstill));
}

function ownConsequences({ definition, restored, current, now, nowMs }: AfterRestoreInput): readonly Consequence[] {
  const spec = definition.inspection?.consequences;
  if (spec === undefined) return [];
  try {
    return spec(snapshotOf(definition, restored), orNull(definition, current), { nowMs, facts: now.facts });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [note('not-known', `The consequences of the restore could not be determined: ${reason}`)];
  }
}

/** The current record may be unreadable, which can be the reason for the restore. In this case the result is null. */
function orNull(definition: AnyActorDefinition, record: ActorRecord) {
  try {
    return snapshotOf(definition, record);
  } catch {
    return null;
  }
}

function commonConsequences({ restored, current, now, pause }: AfterRestoreInput): readonly Consequence[] {
  const { status } = restored.snapshot;
  const isAwakened = status === 'active' && current.snapshot.status !== 'active';
  return [
    ...(pause === null
      ? []
      : [
          stop(
            'type-paused',
            `The type ${pause.type} is paused by ${pause.by} ("${pause.reason}"): its actors do not act until the type is resumed.`,
          ),
        ]),
    ...(status === 'active' ? [] : [stop('finished', 'The restored state is a final state: the actor does nothing any more.')]),
    ...(isAwakened ? [note('awakened', 'The actor has finished since then. After the restore, it works again.')] : []),
    ...(current.health.state === 'ok'
      ? []
      : [note('released', `The actor is no longer ${current.health.state}: its failures are cleared.`)]),
    ...(now.problem === null ? [] : [note('facts-unavailable', now.problem)]),
  ];
}

function stop(code: string, sentence: string): Consequence {
  return { code, isStandstill: true, sentence };
}

function note(code: string, sentence: string): Consequence {
  return { code, isStandstill: false, sentence };
}
