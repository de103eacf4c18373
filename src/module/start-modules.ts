import type { Config } from '../config/compile-settings.ts';
import type { Resource } from '../http/create-api.ts';
import type { ReadinessProbe } from '../http/health/health-routes.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import type { StrangersActors, StrangersRows } from './forget-strangers.ts';
import type { AnyModule, Started } from './module.ts';
import type { Platform } from './platform.ts';

/** What all modules of a list have brought together. */
export type StartedModules = {
  /** By the module's name. */
  readonly given: ReadonlyMap<string, unknown>;
  readonly actors: readonly ImplementedActor[];
  readonly routes: readonly Resource[];
  readonly probes: readonly ReadinessProbe[];
  readonly strangers: { readonly actors: readonly StrangersActors[]; readonly rows: readonly StrangersRows[] };
  readonly beforeTicks: () => Promise<void>;
};

/**
 * Starts modules one after the other, each with what those before it give.
 *
 * @param modules each after those that it needs
 * @param settings those of each module, by its name
 * @param onStop told what closes each, in the order in which they were opened
 * @throws Error when a module does not bring the very actors that it says it has
 */
export async function startModules(
  modules: readonly AnyModule[],
  { platform, settings }: { readonly platform: Platform; readonly settings: Config['modules'] },
  onStop: (stop: () => Promise<void>) => void,
): Promise<StartedModules> {
  const given = new Map<string, unknown>();
  const all: Started<unknown>[] = [];
  for (const module of modules) {
    const needs = Object.fromEntries(Object.keys(module.needs).map((name) => [name, given.get(name)]));
    // That each need is given, in the type that is needed, is checked where the list is: see `src/app/registry.ts`.
    const started = await module.start(platform, needs as never, settings[module.name] as never);
    if (started.stop !== undefined) onStop(started.stop);
    checkActors(module, started);
    given.set(module.name, started.gives);
    all.push(started);
  }
  return {
    given,
    actors: all.flatMap(({ actors = [] }) => actors),
    routes: all.flatMap(({ routes = [] }) => routes),
    probes: all.flatMap(({ probes = [] }) => probes),
    strangers: {
      actors: all.flatMap(({ strangers }) => strangers?.actors ?? []),
      rows: all.flatMap(({ strangers }) => strangers?.rows ?? []),
    },
    async beforeTicks() {
      for (const { beforeTicks } of all) await beforeTicks?.();
    },
  };
}

function checkActors({ name, actors }: AnyModule, started: Started<unknown>): void {
  const said = actors.map(({ type }) => type).toSorted();
  const brought = (started.actors ?? []).map(({ definition }) => definition.type).toSorted();
  if (said.join() !== brought.join())
    throw new Error(`The module "${name}" says that it has the actors [${said.join(', ')}], and starts [${brought.join(', ')}]`);
}
