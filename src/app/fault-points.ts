import type { FaultPoint } from '../module/platform.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';

/**
 * For tests: wraps a store so that each commit passes two fault points, `commit:before` (nothing is written yet) and `commit:after` (the
 * commit is written, but the caller has no answer).
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
