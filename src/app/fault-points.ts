import type { FaultPoint } from '../module/platform.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';

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
