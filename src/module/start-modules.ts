import type { Config } from '../config/compile-settings.ts';
import type { Resource } from '../http/create-api.ts';
import { tagged } from '../http/docs/api-tags.ts';
import type { DeclaredProbe } from '../http/health/probe.ts';
import type { ImplementedActor } from '../runtime/define/implement-actor.ts';
import type { StartedFollower } from './follower.ts';
import type { StrangersActors, StrangersRows } from './forget-strangers.ts';
import type { AnyModule, Started } from './module.ts';
import type { Platform } from './platform.ts';
import type { TransactionSearch } from './transaction-search.ts';
import type { WalletEvent } from './wallet-event.ts';

/** Everything that the modules have returned from their `start`. */
export type StartedModules = {
  /** The modules' services, by module name. */
  readonly given: ReadonlyMap<string, unknown>;
  readonly actors: readonly ImplementedActor[];
  readonly routes: readonly Resource[];
  readonly probes: readonly DeclaredProbe[];
  readonly followers: readonly StartedFollower[];
  readonly walletEvents: readonly WalletEvent[];
  readonly transactionSearches: readonly TransactionSearch[];
  readonly strangers: { readonly actors: readonly StrangersActors[]; readonly rows: readonly StrangersRows[] };
  readonly beforeTicks: () => Promise<void>;
};

/**
 * Starts modules one after the other. Each receives the services of the modules started before it.
 *
 * @param modules the modules, each after those that it needs
 * @param settings each module's settings, by module name
 * @param onStop called with each module's `stop`, in the order of the starts
 * @throws Error when a module's started actors, routes, probes or followers differ from its declared ones
 */
export async function startModules(
  modules: readonly AnyModule[],
  { platform, settings }: { readonly platform: Platform; readonly settings: Config['modules'] },
  onStop: (stop: () => Promise<void>) => void,
): Promise<StartedModules> {
  const given = new Map<string, unknown>();
  const all: Started<unknown>[] = [];
  const routes: Resource[] = [];
  for (const module of modules) {
    const needs = Object.fromEntries(Object.keys(module.needs).map((name) => [name, given.get(name)]));
    // The cast of `needs` and of the settings is safe: `src/app/registry.ts` checks at compile time that each service that a module needs
    // is provided with the right type.
    const started = await module.start(platform, needs as never, settings[module.name] as never);
    if (started.stop !== undefined) onStop(started.stop);
    checkActors(module, started);
    checkProbes(module, started);
    checkFollowers(module, started);
    routes.push(...routesOf(module, started));
    given.set(module.name, started.gives);
    all.push(started);
  }
  return {
    given,
    actors: all.flatMap(({ actors = [] }) => actors),
    routes,
    probes: all.flatMap(({ probes = [] }) => probes),
    followers: all.flatMap(({ followers = [] }) => followers),
    walletEvents: all.flatMap(({ walletEvents = [] }) => walletEvents),
    transactionSearches: all.flatMap(({ transactionSearch }) => transactionSearch ?? []),
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
    throw new Error(`The module "${name}" declares the actors [${said.join(', ')}] but starts [${brought.join(', ')}]`);
}

function checkFollowers({ name, followers: declared = [] }: AnyModule, { followers = [] }: Started<unknown>): void {
  const [said, brought] = [declared.map((spec) => spec.name), followers.map(({ spec }) => spec.name)].map((names) =>
    names.toSorted().join(', '),
  );
  if (said !== brought) throw new Error(`The module "${name}" declares the followers [${said}] but starts [${brought}]`);
}

function checkProbes({ name, probes: declared = [] }: AnyModule, { probes = [] }: Started<unknown>): void {
  for (const { spec } of probes)
    if (!declared.includes(spec)) throw new Error(`The module "${name}" starts the probe "${spec.name}" but does not declare it`);
}

/** Returns a module's routes together with the group under which the API documentation lists them. */
function routesOf({ name, tag }: AnyModule, { routes = [] }: Started<unknown>): readonly Resource[] {
  if (tag === undefined && routes.length > 0) throw new Error(`The module "${name}" has routes but declares no tag for them`);
  if (tag !== undefined && routes.length === 0) throw new Error(`The module "${name}" declares the tag "${tag.name}" but has no routes`);
  return tag === undefined ? routes : tagged(tag, routes);
}
