import type { StoreRef } from '../record/actor-store.ts';
import type { ActorId } from '../record/record.ts';
import type { Cell } from '../step/cell.ts';

export type Residents = {
  readonly get: (id: ActorId) => Cell | undefined;
  readonly byRef: (ref: StoreRef) => Cell | undefined;
  readonly add: (cell: Cell) => void;
  /** Records the actor's store reference for a cell (an actor in memory), so that `byRef` finds the cell by the reference. */
  readonly bind: (ref: StoreRef, cell: Cell) => void;
  readonly remove: (cell: Cell) => void;
  readonly size: () => number;
  readonly all: () => IterableIterator<Cell>;
};

/** The maximum number of actors that one eviction sweep checks, so that no message to an actor has to wait for a long sweep. */
const SWEEP = 64;

/**
 * Keeps actors in memory, at most about `max`. Actors are evicted by the second-chance algorithm in order of arrival: using an actor only
 * sets a flag, which costs less than moving it in an LRU list. An actor with running work is never evicted, so the limit may be exceeded
 * while all actors are busy.
 */
export function createResidents(max: number): Residents {
  const cells = new Map<ActorId, Cell>();
  const refs = new Map<StoreRef, Cell>();

  function sweep(): void {
    let looked = 0;
    for (const cell of cells.values()) {
      if (cells.size <= max || looked >= SWEEP) return;
      looked += 1;
      const occupied = cell.busy || cell.running > 0 || cell.queue !== null || (cell.ended?.size ?? 0) > 0;
      if (cell.used || occupied) {
        cell.used = false;
        cells.delete(cell.id);
        cells.set(cell.id, cell);
      } else {
        remove(cell);
      }
    }
  }

  function remove(cell: Cell): void {
    cell.evicted = true;
    if (cells.get(cell.id) === cell) cells.delete(cell.id);
    if (cell.loaded && refs.get(cell.loaded.handle.ref) === cell) refs.delete(cell.loaded.handle.ref);
  }

  return {
    get: (id) => cells.get(id),
    byRef: (ref) => refs.get(ref),
    add(cell) {
      cells.set(cell.id, cell);
      if (cells.size > max) sweep();
    },
    bind: (ref, cell) => {
      refs.set(ref, cell);
    },
    remove,
    size: () => cells.size,
    all: () => cells.values(),
  };
}
