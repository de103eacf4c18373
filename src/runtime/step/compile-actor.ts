import type { AnyMachineSnapshot } from 'xstate';
import type { AnyActorDefinition, AnyEffectHandler, AnyEffectSpec, FactSource, TopicSource } from '../define/definition.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import { type CompiledKey, compileKeys } from '../define/key-spec.ts';
import { createStepper, type Stepper } from './stepper.ts';

/** An actor type with its effect handlers, prepared for computing steps. All actors of the type share it. */
export type CompiledActor = {
  readonly type: string;
  readonly definition: AnyActorDefinition;
  readonly stepper: Stepper;
  readonly keys: readonly CompiledKey<AnyMachineSnapshot>[];
  readonly effects: ReadonlyMap<string, AnyEffectSpec>;
  readonly handlers: ReadonlyMap<string, AnyEffectHandler>;
  readonly facts: FactSource | null;
  readonly topicValues: TopicSource | null;
};

/** Prepares actor types for computing steps, by name of the type. @throws Error when two definitions have the same type */
export function compileActors(actors: readonly ImplementedActor[]): ReadonlyMap<string, CompiledActor> {
  const compiled = new Map<string, CompiledActor>();
  for (const { definition, handlers, facts, topicValues } of actors) {
    if (compiled.has(definition.type)) throw new Error(`Two actors are called "${definition.type}".`);
    const effects = new Map(Object.entries(definition.effects));
    compiled.set(definition.type, {
      type: definition.type,
      definition,
      stepper: createStepper(definition.machine),
      keys: compileKeys(definition.keys),
      effects,
      handlers,
      facts,
      topicValues,
    });
  }
  return compiled;
}
