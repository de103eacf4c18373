/** What waits, by who has it: the next one is taken from each of them in turn, so that whoever has much waiting delays mostly himself. */
export type FairQueue<Item extends object> = {
  add(owner: string, item: Item): void;
  remove(owner: string, item: Item): void;
  /** The next one, of an owner who may; null when nothing waits that may go. It waits no more. */
  next(mayGo?: (owner: string) => boolean): Item | null;
  size(): number;
};

export function createFairQueue<Item extends object>(): FairQueue<Item> {
  /** In the order of their turns. */
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
        // Behind all others, also behind those who came meanwhile.
        owners.delete(owner);
        if (own.size > 0) owners.set(owner, own);
        return item;
      }
      return null;
    },
    size: () => size,
  };
}
