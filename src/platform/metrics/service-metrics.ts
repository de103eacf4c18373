import { counterOf } from './families.ts';
import type { Metrics } from './metrics.ts';

/** The metric families of the process that do not belong to a module. */
export const SERVICE_METRICS = {
  cacheReads: counterOf('coxswain_cache_reads_total', 'Number of reads from the cache, by result.', ['outcome']),
  rateLimited: counterOf('coxswain_rate_limited_total', "Number of requests that were refused because of the client's rate limit.", [
    'limit',
  ]),
  wrongTokens: counterOf('coxswain_wrong_tokens_total', 'Number of rejected operator tokens and sign-in links.', ['kind']),
  feedGaps: counterOf('coxswain_feed_gaps_total', 'Number of gaps (missing events) that were reported to subscribers of the live feed.', [
    'reason',
  ]),
  forgotten: counterOf('coxswain_forgotten_total', 'Number of expired records of unauthenticated clients that were deleted, by kind.', [
    'kind',
  ]),
  lostErrors: counterOf(
    'coxswain_lost_errors_total',
    'Number of errors in background code that no code handled. Each of these errors is a bug of this program.',
    ['kind'],
  ),
  wrongDocuments: counterOf('coxswain_wrong_documents_total', 'Number of unreadable documents that were skipped, by collection.', [
    'collection',
  ]),
};

/** Callbacks that count events in those parts of the process that do not belong to a module. */
export type ServiceMetrics = {
  cache(outcome: 'hit' | 'miss'): void;
  rateLimited(limit: string): void;
  wrongToken(kind: string): void;
  feedGap(reason: string): void;
  /** Counts a stored document of a collection that could not be read, and was therefore omitted from a result. */
  wrongDocument(collection: string): void;
  /** Counts expired records of unauthenticated clients that were removed. */
  forgotten(kind: string, count: number): void;
  /** Counts errors that no caller receives, such as the rejection of a promise that nothing awaits. */
  lost(kind: string): void;
};

export function createServiceMetrics(metrics: Metrics): ServiceMetrics {
  const cache = metrics.counter(SERVICE_METRICS.cacheReads);
  const limited = metrics.counter(SERVICE_METRICS.rateLimited);
  const wrong = metrics.counter(SERVICE_METRICS.wrongTokens);
  const gaps = metrics.counter(SERVICE_METRICS.feedGaps);
  const forgotten = metrics.counter(SERVICE_METRICS.forgotten);
  const lost = metrics.counter(SERVICE_METRICS.lostErrors);
  const unreadable = metrics.counter(SERVICE_METRICS.wrongDocuments);
  const [hit, miss] = [cache.of('hit'), cache.of('miss')];
  return {
    forgotten: (kind, count) => forgotten.of(kind).inc(count),
    wrongDocument: (collection) => unreadable.of(collection).inc(),
    lost: (kind) => lost.of(kind).inc(),
    cache: (outcome) => (outcome === 'hit' ? hit : miss).inc(),
    rateLimited: (limit) => limited.of(limit).inc(),
    wrongToken: (kind) => wrong.of(kind).inc(),
    feedGap: (reason) => gaps.of(reason).inc(),
  };
}
