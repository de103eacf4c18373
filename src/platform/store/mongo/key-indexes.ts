import { keyIndex } from './actor-collections.ts';
import { type EnsureIndexesDeps, ensureIndexes } from './ensure-indexes.ts';

/** Makes sure that each of these index keys has its index. Costs nothing for those that it has seen. */
export type KeyIndexes = { readonly ensure: (names: Iterable<string>) => Promise<void> };

/**
 * Index keys are declared by definitions, which a store does not know: the index of one is built before the first commit or query that names
 * it. With many actors that takes minutes, once, after the version that brings the key.
 */
export function createKeyIndexes(deps: EnsureIndexesDeps): KeyIndexes {
  const built = new Map<string, Promise<void>>();

  function build(name: string): Promise<void> {
    const building = ensureIndexes(deps, [keyIndex(name)]);
    built.set(name, building);
    building.catch(() => built.delete(name));
    return building;
  }

  return {
    async ensure(names) {
      for (const name of names) await (built.get(name) ?? build(name));
    },
  };
}
