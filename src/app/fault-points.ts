import type { FillBook } from '../features/dca/fill-book.ts';
import type { ActorStore } from '../runtime/actor-store.ts';

/** Called at each named point of the work, so that a crash harness can end the process right there. Never set in production. */
export type FaultPoint = (name: string) => Promise<void>;

/** The same store, with `commit:before` (nothing is written) and `commit:after` (written, and not yet answered) around each commit. */
export function withCommitPoints(store: ActorStore, point: FaultPoint): ActorStore {
  return {
    ...store,
    async commit(commits) {
      await point('commit:before');
      const results = await store.commit(commits);
      await point('commit:after');
      return results;
    },
  };
}

/** The same book, with `fill:written` between a fill's write and whatever is done about it. */
export function withFillPoint(fills: FillBook, point: FaultPoint): FillBook {
  return {
    ...fills,
    async record(fill) {
      const isWritten = await fills.record(fill);
      await point('fill:written');
      return isWritten;
    },
  };
}
