import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { systemTimers } from '../platform/clock/system-timers.ts';
import { actorWithoutEffects } from '../runtime/define/implement-actor.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import { createActorSystem } from '../runtime/system.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { Clock } from '../values/clock.ts';
import { randomIds } from '../values/id-source.ts';
import { actorDefinitions } from './registry.ts';

/**
 * Opens an actor system over a store for an operator's command. It advances actors but runs none of their effects: new effects stay in the
 * outbox, where a node finds them within a second.
 */
export function createOperatorSystem(
  store: ActorStore,
  { config, clock, isPaused }: { readonly config: Config; readonly clock: Clock; readonly isPaused?: (type: string) => boolean },
): ActorSystem {
  return createActorSystem({
    actors: actorDefinitions.map((definition) => actorWithoutEffects(definition)),
    store,
    clock,
    timers: systemTimers,
    ids: randomIds,
    random: Math.random,
    nodeId: `operator-${randomBytes(4).toString('hex')}`,
    tickEveryMs: config.tickIntervalMs,
    maxEffects: 0,
    ...(isPaused === undefined ? {} : { isPaused }),
  });
}
