import type { Module } from '../module/module.ts';
import { orderModules } from '../module/order-modules.ts';
import type { StartedModules } from '../module/start-modules.ts';
import * as list from '../modules.ts';
import { ownMetrics } from './own-metrics.ts';
import { STORE_PROBES } from './watch-store.ts';

type List = typeof list;
type Given = { [Name in keyof List]: List[Name] extends Module<infer _Needs, infer Gives, infer _Settings> ? Gives : never };
type NeedsOf<M> = M extends Module<infer Needs, infer _Gives, infer _Settings> ? Needs : never;
/** The names of modules that need what no module of the list gives, in that type. */
type Unmet = {
  [Name in keyof List]: Pick<Given, keyof Given & keyof NeedsOf<List[Name]>> extends NeedsOf<List[Name]> ? never : Name;
}[keyof List];
/** Does not compile while a module's needs are not met; the error names it. */
const isComplete: [Unmet] extends [never] ? true : Unmet = true;

/** All modules, each after those that it needs. */
export const modules = isComplete && orderModules(list);

/** Every kind of actor that the product has: what a process knows that runs none of their effects. */
export const actorDefinitions = modules.flatMap(({ actors }) => actors);

/** Every plain collection that the program keeps beside actors: what a store holds is its actors and these. */
export const collections = [STORE_PROBES, ...modules.flatMap((module) => module.collections)];

/** Every family of metrics that a node has; one that is counted and not in here ends the start. */
export const metricFamilies = [...ownMetrics, ...modules.flatMap(({ metrics = [] }) => metrics)];

/** What each module gives, by its name and in its type. */
export function givenBy({ given }: StartedModules): Given {
  return Object.fromEntries(given) as Given;
}
