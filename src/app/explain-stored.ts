import type { Config } from '../config.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { actorWithoutEffects } from '../runtime/define/implement-actor.ts';
import { createExplainActors, type ExplainActors } from '../runtime/operator/explain-actors.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { TypePause } from '../values/inspection/actor-type.ts';
import { actorDefinitions } from './registry.ts';

/**
 * Explains why stored actors do not act, from the results of their last evaluations. It is for a process that reads neither prices nor
 * chains.
 */
export function explainStored(
  store: Pick<ActorStore, 'load'>,
  { config, clock, pauses }: { readonly config: Config; readonly clock: Clock; readonly pauses: () => readonly TypePause[] },
): Pick<ExplainActors, 'why' | 'afterRestore'> {
  return createExplainActors({
    ...{ store, clock, timers: systemTimers, tickEveryMs: config.tickIntervalMs },
    actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
    pauseOf: (type) => pauses().find((pause) => pause.type === type) ?? null,
  });
}
