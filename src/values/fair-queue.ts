/** A queue that takes items from its owners in turn. An owner with many waiting items therefore delays mainly its own items. */
export type FairQueue<Item extends object> = {
  add(owner: string, item: Item): void;
  remove(owner: string, item: Item): void;
  /** Removes and returns the next item whose owner is permitted by `mayGo`; null when there is no such item. */
  next(mayGo?: (owner: string) => boolean): Item | null;
  size(): number;
};

export function createFairQueue<Item extends object>(): FairQueue<Item> {
  /** The waiting items of each owner. The order of the owners in the map is the order of their turns. */
  const owners = new Map<string, Set<Item>>();
  let size = 0;

  return {
    add(owner, item) {
      const own = owners.get(owner);
      if (own === undefined) owners.set(owner, new Set([item]));
      else own.add(item);
      size += 1;
    },
    remove(owner, item) {
      const own = owners.get(owner);
      if (own?.delete(item) !== true) return;
      size -= 1;
      if (own.size === 0) owners.delete(owner);
    },
    next(mayGo = () => true) {
      for (const [owner, own] of owners) {
        if (!mayGo(owner)) continue;
        const [item] = own;
        if (item === undefined) continue;
        own.delete(item);
        size -= 1;
        // Moves the owner to the end of the order, behind all other waiting owners. An owner without further items is removed.
        owners.delete(owner);
        if (own.size > 0) owners.set(owner, own);
        return item;
      }
      return null;
    },
    size: () => size,
  };
}
