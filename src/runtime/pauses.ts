import type { CompiledActor } from './compile-actor.ts';
import type { TickScope } from './tick-rounds.ts';

/**
 * Whether an operator has paused a type. Asked often, so it answers from memory; who paused it and for how long is somebody else's. Of a
 * paused type no ticks are given and no effects are begun; what comes from outside is applied as ever.
 */
export type IsPaused = (type: string) => boolean;

/** The types that are paused now. */
export function pausedTypes(actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): readonly string[] {
  const paused: string[] = [];
  for (const type of actors.keys()) if (isPaused(type)) paused.push(type);
  return paused;
}

/** The scope without what is paused: a paused type's rows, which stay due for as long as it is, are then not even read. */
export function withoutPaused(scope: TickScope, actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): TickScope {
  if (pausedTypes(actors, isPaused).length === 0) return scope;
  return { ...scope, types: (scope.types ?? [...actors.keys()]).filter((type) => !isPaused(type)) };
}
