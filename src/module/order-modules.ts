import type { AnyModule } from './module.ts';

/**
 * Sorts modules so that each comes after the modules that it needs. Other modules are sorted by name, so that the start order is always the
 * same.
 * @param list the modules by name
 * @throws Error when a needed module is not in the list, when needs are circular, or when a module is listed under another name
 */
export function orderModules(list: { readonly [name: string]: AnyModule }): readonly AnyModule[] {
  const ordered: AnyModule[] = [];
  const begun = new Set<string>();

  function add(name: string, path: readonly string[]): void {
    const module = list[name];
    if (module === undefined) throw new Error(`The module "${path.at(-1)}" needs "${name}", which is not in the list`);
    if (module.name !== name) throw new Error(`The module "${module.name}" is listed as "${name}"`);
    if (ordered.includes(module)) return;
    if (begun.has(name)) throw new Error(`These modules need each other in a circle: ${[...path, name].join(' > ')}`);
    begun.add(name);
    for (const need of Object.keys(module.needs).toSorted()) add(need, [...path, name]);
    ordered.push(module);
  }

  for (const name of Object.keys(list).toSorted()) add(name, []);
  return ordered;
}
