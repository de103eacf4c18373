import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type {
  ActorDefinition,
  AnyActorDefinition,
  AnyEffectHandler,
  AnyInspectionSource,
  EffectHandlers,
  FactSource,
  InspectionSource,
  TopicSource,
} from './definition.ts';

/**
 * A definition with the handlers of its effects. This type does not contain the specific types of the machine: the runtime keeps actors of
 * all types in one list and works on plain JSON, which `defineActor` and the schemas have checked.
 */
export type ImplementedActor = {
  readonly definition: AnyActorDefinition;
  readonly handlers: ReadonlyMap<string, AnyEffectHandler>;
  readonly facts: FactSource | null;
  readonly topicValues: TopicSource | null;
  readonly inspection: AnyInspectionSource | null;
};

/**
 * Combines a definition with the handlers of its effects.
 *
 * @throws Error when an effect has no handler, a `reconcile` effect has no `reconcile`, or triggers have no `topicValues`
 *
 * @example
 * const lampActor = implementActor(lamp, { effects: {} });
 */
export function implementActor<TMachine extends AnyStateMachine, TEvents extends object, TEffects extends object, TView, TSeen = never>(
  definition: ActorDefinition<TMachine, TEvents, TEffects, TView, TSeen>,
  parts: {
    readonly effects: EffectHandlers<TMachine, TEffects>;
    readonly facts?: FactSource;
    readonly topicValues?: TopicSource;
    /** Reads external data for the operators' details about an actor. Without it, the details consist only of the actor's record. */
    readonly inspection?: InspectionSource<SnapshotFrom<TMachine>, TSeen> | undefined;
  },
): ImplementedActor {
  const handlers = new Map(Object.entries(parts.effects));
  const missing = Object.keys(definition.effects).filter((name) => !handlers.has(name));
  if (missing.length > 0) throw new Error(`The actor "${definition.type}" has no handler for these effects: ${missing.join(', ')}`);
  // The definition, the handlers and the inspection are cast to types without specific parameters, because TypeScript cannot remove a type
  // parameter that is used both for inputs and for outputs.
  const erased = {
    definition: definition as unknown as AnyActorDefinition,
    handlers: handlers as unknown as ReadonlyMap<string, AnyEffectHandler>,
    facts: parts.facts ?? null,
    topicValues: parts.topicValues ?? null,
    inspection: (parts.inspection ?? null) as unknown as AnyInspectionSource | null,
  };
  if (erased.definition.triggers !== undefined && erased.topicValues === null)
    throw new Error(
      `The actor "${definition.type}" has triggers and no \`topicValues\`: pass \`topicValues\`, since nothing can trigger it otherwise`,
    );
  for (const [name, { safety }] of Object.entries(erased.definition.effects)) {
    if (safety === 'reconcile' && !erased.handlers.get(name)?.reconcile)
      throw new Error(`The effect "${name}" of "${definition.type}" has no reconcile: add one, which looks up whether the effect happened`);
  }
  return erased;
}

/**
 * Implements an actor for a system that runs no effects, such as an operator command's. Such a system processes events and shows actors,
 * but leaves their effects to the nodes.
 * @param definition the result of `defineActor`, limited to the members that all definitions share, so that a list of different definitions
 * can be mapped
 */
export function actorWithoutEffects(definition: Pick<AnyActorDefinition, 'type' | 'version' | 'machine'>): ImplementedActor {
  // The cast removes the definition's specific type parameters, because the runtime keeps actors of all types in one list.
  return { definition: definition as unknown as AnyActorDefinition, handlers: new Map(), facts: null, topicValues: null, inspection: null };
}
