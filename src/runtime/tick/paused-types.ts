import type { IsPaused } from '../engine/is-paused.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import type { TickScope } from './tick-rounds.ts';

/** Returns the types that are paused now. */
export function pausedTypes(actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): readonly string[] {
  const paused: string[] = [];
  for (const type of actors.keys()) if (isPaused(type)) paused.push(type);
  return paused;
}

/** Returns the scope without paused types, so that their rows, which stay due for the whole pause, are not even read. */
export function withoutPaused(scope: TickScope, actors: ReadonlyMap<string, CompiledActor>, isPaused: IsPaused): TickScope {
  if (pausedTypes(actors, isPaused).length === 0) return scope;
  return { ...scope, types: (scope.types ?? [...actors.keys()]).filter((type) => !isPaused(type)) };
}
