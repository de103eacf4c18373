import type { StoreCounts } from '../../../runtime/record/actor-store.ts';
import type { Head } from './stored-actor.ts';

/** The totals over all actors of a store, which each commit updates. */
export type Tally = {
  /** Updates the totals for a new actor (`from` is null), or for an actor whose values have changed. */
  readonly move: (from: Head | null, to: Head) => void;
  /** Subtracts a deleted actor from the totals. */
  readonly remove: (head: Head) => void;
  readonly counts: () => StoreCounts;
};

type Group = {
  readonly type: string;
  readonly status: string | null;
  readonly health: StoreCounts['byTypeAndStatus'][number]['health'];
  count: number;
};

export function createTally(): Tally {
  const groups = new Map<string, Group>();
  let outboxEntries = 0;
  let actors = 0;

  function add({ type, keys: { status }, health }: Head, change: 1 | -1): void {
    const name = JSON.stringify([type, status, health]);
    const group = groups.get(name) ?? { type, status, health, count: 0 };
    group.count += change;
    if (group.count === 0) groups.delete(name);
    else groups.set(name, group);
  }

  return {
    move(from, to) {
      if (from === null) actors += 1;
      else add(from, -1);
      add(to, 1);
      outboxEntries += to.outboxEntries - (from?.outboxEntries ?? 0);
    },
    remove(head) {
      actors -= 1;
      add(head, -1);
      outboxEntries -= head.outboxEntries;
    },
    counts: () => ({ actors, outboxEntries, byTypeAndStatus: [...groups.values()].map((group) => ({ ...group })) }),
  };
}
