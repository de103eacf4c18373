import { BATCH_SIZES, STORE_SECONDS } from '../../platform/metrics/buckets.ts';
import { histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';

/** Metric families for the store's reads and writes. */
export const STORE_METRICS = {
  storeDurationSeconds: histogramOf(
    'coxswain_store_duration_seconds',
    'Duration of store operations in seconds, by operation. The operation `commit` is one write of the changes of several actors.',
    ['operation'],
    STORE_SECONDS,
  ),
  commitBatchSize: histogramOf(
    'coxswain_commit_batch_size',
    'Number of changes of actors (commits) that one write to the store contains.',
    [],
    BATCH_SIZES,
  ),
};

/** Measures the duration of a store's reads and writes. A write is a group of commits, so the additional cost per commit is small. */
export function measuredStore(store: ActorStore, metrics: Metrics): ActorStore {
  const seconds = metrics.histogram(STORE_METRICS.storeDurationSeconds);
  const sizes = metrics.histogram(STORE_METRICS.commitBatchSize).of();
  const [commit, load, loadRefs, due, triggered, list, history] = [
    seconds.of('commit'),
    seconds.of('load'),
    seconds.of('load-refs'),
    seconds.of('due'),
    seconds.of('triggered'),
    seconds.of('list'),
    seconds.of('history'),
  ];

  function timed<Argument, Answer>(
    histogram: typeof commit,
    ask: (argument: Argument) => Promise<Answer>,
  ): (argument: Argument) => Promise<Answer> {
    return async (argument) => {
      const startedAtMs = performance.now();
      try {
        return await ask(argument);
      } finally {
        histogram.observe((performance.now() - startedAtMs) / 1_000);
      }
    };
  }

  const timedCommit = timed(commit, store.commit);
  return {
    ...store,
    commit(commits) {
      sizes.observe(commits.length);
      return timedCommit(commits);
    },
    load: timed(load, store.load),
    loadRefs: timed(loadRefs, store.loadRefs),
    due: timed(due, store.due),
    triggered: timed(triggered, store.triggered),
    list: timed(list, store.list),
    async history(id, page) {
      const startedAtMs = performance.now();
      try {
        return await store.history(id, page);
      } finally {
        history.observe((performance.now() - startedAtMs) / 1_000);
      }
    },
  };
}
