import type { AnyMachineSnapshot } from 'xstate';
import type { AnyActorDefinition } from '../define/definition.ts';
import type { ActorRecord, Trigger } from '../record/record.ts';
import { isAmong, sameTriggers } from '../record/record-triggers.ts';

/** Maximum number of triggers of an actor. It limits the number of index entries that one commit writes. */
export const MOST_TRIGGERS = 32;
export const LONGEST_TOPIC = 200;

/**
 * Computes the triggers of an actor for its new snapshot, without duplicates. An actor that is done or quarantined has no triggers, because
 * it has no wake time either. Returns the previous list when nothing changed.
 * @throws Error for a trigger with an invalid topic or value: the step fails, and the actor stays unchanged
 */
export function armTriggers(
  { triggers }: Pick<AnyActorDefinition, 'triggers'>,
  { health }: Pick<ActorRecord, 'health'>,
  snapshot: AnyMachineSnapshot,
  before: readonly Trigger[] | undefined,
): readonly Trigger[] {
  if (triggers === undefined || snapshot.status !== 'active' || health.state === 'quarantined') return NONE;
  const armed: Trigger[] = [];
  for (const wanted of triggers(snapshot)) {
    const trigger = checked(wanted);
    if (!isAmong(trigger, armed)) armed.push(trigger);
  }
  if (armed.length > MOST_TRIGGERS) throw new Error(`the actor has ${armed.length} \`triggers\`, but at most ${MOST_TRIGGERS} are allowed`);
  return before !== undefined && sameTriggers(before, armed) ? before : armed;
}

const NONE: readonly Trigger[] = Object.freeze([]);

/**
 * Only the topic, the operator and the value of a trigger are copied, so that the record does not share the machine's own object, and no
 * other fields are stored.
 */
function checked({ topic, op, value }: Trigger): Trigger {
  if (typeof topic !== 'string' || topic === '' || topic.length > LONGEST_TOPIC)
    throw new Error(`the topic of one of the actor's \`triggers\` does not have 1 to ${LONGEST_TOPIC} characters`);
  if (op !== 'at-least' && op !== 'at-most')
    throw new Error(`one of the actor's \`triggers\` for ${topic} has the comparison "${op}"; accepted: at-least and at-most`);
  if (!Number.isFinite(value))
    throw new Error(`one of the actor's \`triggers\` waits for ${topic} to be ${op} ${value}, which is not a valid value`);
  // -0 is converted to 0, because JSON cannot represent -0.
  return { topic, op, value: value === 0 ? 0 : value };
}
