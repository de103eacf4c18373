import { keyIndex } from './actor-collections.ts';
import { type EnsureIndexesDeps, ensureIndexes } from './ensure-indexes.ts';

/** Ensures that the index of each of these index keys exists. Repeated calls for the same key cost nothing. */
export type KeyIndexes = { readonly ensure: (names: Iterable<string>) => Promise<void> };

/**
 * Index keys are declared by actor definitions, which the store does not know. So the index of a key is built before the first commit or
 * query that uses the key. With many actors that takes minutes, but it happens only once, after an update of the program that adds the key.
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
