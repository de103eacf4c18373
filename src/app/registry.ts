import type { Module } from '../module/module.ts';
import { orderModules } from '../module/order-modules.ts';
import type { StartedModules } from '../module/start-modules.ts';
import * as list from '../modules.ts';
import { ownMetrics } from './own-metrics.ts';
import { ownProbes } from './own-probes.ts';
import { STORE_PROBES } from './watch-store.ts';
import { WRITTEN_HOURS } from './written-hours.ts';

type List = typeof list;
type Given = { [Name in keyof List]: List[Name] extends Module<infer _Needs, infer Gives, infer _Settings> ? Gives : never };
type NeedsOf<M> = M extends Module<infer Needs, infer _Gives, infer _Settings> ? Needs : never;
/** The names of the modules that require something that no module in the list provides; `never` when there are no such modules. */
type Unmet = {
  [Name in keyof List]: Pick<Given, keyof Given & keyof NeedsOf<List[Name]>> extends NeedsOf<List[Name]> ? never : Name;
}[keyof List];
/** Compile-time check: this line does not compile while a module's requirement is missing, and the error names the module. */
const isComplete: [Unmet] extends [never] ? true : Unmet = true;

/** All modules, ordered so that each comes after the modules that it requires. */
export const modules = isComplete && orderModules(list);

/** The definitions of all actors of the product. A process that runs no effects can use them without starting modules. */
export const actorDefinitions = modules.flatMap(({ actors }) => actors);

/** The vault followers (components that read the events of vault contracts) of all modules. */
export const followers = modules.flatMap((module) => module.followers ?? []);

/** All record collections of the program. A store contains the actors and these collections. */
export const collections = [STORE_PROBES, WRITTEN_HOURS, ...modules.flatMap((module) => module.collections)];

/** All metric families of a node. The start fails when code updates a family that is missing here. */
export const metricFamilies = [...ownMetrics, ...modules.flatMap(({ metrics = [] }) => metrics)];

/** All readiness probes that a node can have. */
export const probeSpecs = [...ownProbes, ...modules.flatMap(({ probes = [] }) => probes)];

/** Returns what each started module provides to other code, as an object with typed fields by module name. */
export function givenBy({ given }: StartedModules): Given {
  return Object.fromEntries(given) as Given;
}
