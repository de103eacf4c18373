import type { IsPaused } from '../engine/is-paused.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import type { TickScope } from './tick-rounds.ts';

/** Returns the actor types that operators have paused. */
export function pausedTypes(actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): readonly string[] {
  const paused: string[] = [];
  for (const type of actors.keys()) if (isPaused(type)) paused.push(type);
  return paused;
}

/**
 * Returns the scope of a tick without the paused types. Their actors remain due during the whole pause; leaving the types out saves reading
 * them at every tick.
 */
export function withoutPaused(scope: TickScope, actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): TickScope {
  if (pausedTypes(actors, isPaused).length === 0) return scope;
  return { ...scope, types: (scope.types ?? [...actors.keys()]).filter((type) => !isPaused(type)) };
}
