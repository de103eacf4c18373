import type { AnyMachineSnapshot } from 'xstate';
import type { AnyActorDefinition, AnyEffectHandler, AnyEffectSpec, FactSource, TopicSource } from '../define/definition.ts';
import type { ImplementedActor } from '../define/implement-actor.ts';
import { type CompiledKey, compileKeys } from '../define/key-spec.ts';
import { createStepper, type Stepper } from './stepper.ts';

/** An implemented actor that is ready to step, shared by all actors of its type. */
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

/** Compiles actors by type. @throws Error when two actors have the same type */
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
