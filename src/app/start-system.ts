import type { StartedModules } from '../module/start-modules.ts';
import type { IsPaused } from '../runtime/engine/is-paused.ts';
import { createActorSystem } from '../runtime/system.ts';
import type { ActorSystem } from '../runtime/system-options.ts';
import type { OpenPlatform } from './open-platform.ts';
import { causeOfScope, scopeEffects } from './watch-actors.ts';

/** Builds the actor system from the modules' actors. The system accepts messages immediately; its ticks are started later. */
export function makeSystem(open: OpenPlatform, modules: StartedModules, isPaused: IsPaused): ActorSystem {
  const { config, clock, timers, ids, log, nodeId, store, tracer } = open.platform;
  const system = createActorSystem({
    actors: modules.actors,
    ...{ store, clock, timers, ids, random: Math.random, nodeId, isPaused },
    tickEveryMs: config.tickIntervalMs,
    wakeEveryMs: Math.min(1_000, config.tickIntervalMs),
    maxResidents: config.maxResidentActors,
    mailboxLimit: config.mailboxLimit,
    outsideCause: causeOfScope,
    aroundEffect: scopeEffects(tracer),
    onError: (error) => log.error('Runtime error outside of any request', { error }),
  });
  open.system.set(system);
  return system;
}
