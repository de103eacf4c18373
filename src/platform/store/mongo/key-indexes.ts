import { keyIndex } from './actor-collections.ts';
import { type EnsureIndexesDeps, ensureIndexes } from './ensure-indexes.ts';

/** Ensures that each of these index keys has its index. Repeated calls for the same key cost nothing. */
export type KeyIndexes = { readonly ensure: (names: Iterable<string>) => Promise<void> };

/**
 * Index keys are declared by actor definitions, which a store has no access to. So a key's index is built before the first commit or query
 * that uses the key. With many actors that takes minutes, once, after the release that adds the key.
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
