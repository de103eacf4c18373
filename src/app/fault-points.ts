import type { FaultPoint } from '../module/platform.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';

/**
 * Wraps a store with the fault points `commit:before` (nothing is written) and `commit:after` (written but not answered) around each
 * commit, for tests.
 */
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
