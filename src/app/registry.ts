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
/** A type with the names of the modules whose requirements no module in the list provides. */
type Unmet = {
  [Name in keyof List]: Pick<Given, keyof Given & keyof NeedsOf<List[Name]>> extends NeedsOf<List[Name]> ? never : Name;
}[keyof List];
/** Fails to compile while a module's requirements are missing; the error names the module. */
const isComplete: [Unmet] extends [never] ? true : Unmet = true;

/** All modules in an order in which each follows those that it requires. */
export const modules = isComplete && orderModules(list);

/** All actor definitions of the product, for a process that runs no effects. */
export const actorDefinitions = modules.flatMap(({ actors }) => actors);

/** The followers of all modules. */
export const followers = modules.flatMap((module) => module.followers ?? []);

/** All collections of the program. A store contains its actors and these. */
export const collections = [STORE_PROBES, WRITTEN_HOURS, ...modules.flatMap((module) => module.collections)];

/** All metric families of a node. The start fails when a counted family is missing here. */
export const metricFamilies = [...ownMetrics, ...modules.flatMap(({ metrics = [] }) => metrics)];

/** All readiness probes that a node can have. */
export const probeSpecs = [...ownProbes, ...modules.flatMap(({ probes = [] }) => probes)];

/** Returns what each module provides, by name and with its type. */
export function givenBy({ given }: StartedModules): Given {
  return Object.fromEntries(given) as Given;
}
