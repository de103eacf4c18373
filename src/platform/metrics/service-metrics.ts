import { counterOf } from './families.ts';
import type { Metrics } from './metrics.ts';

/** The metric families of the process that do not belong to a module. */
export const SERVICE_METRICS = {
  cacheReads: counterOf('coxswain_cache_reads_total', 'Reads of the cache.', ['outcome']),
  rateLimited: counterOf('coxswain_rate_limited_total', 'Requests refused by the rate limit of their client.', ['limit']),
  wrongTokens: counterOf('coxswain_wrong_tokens_total', 'Rejected operator tokens and sign-in links that this node does not know.', [
    'kind',
  ]),
  feedGaps: counterOf('coxswain_feed_gaps_total', 'Gaps reported to subscribers of the live feed.', ['reason']),
  forgotten: counterOf('coxswain_forgotten_total', 'Deleted records of unauthenticated clients, by kind.', ['kind']),
  lostErrors: counterOf('coxswain_lost_errors_total', 'Errors in background code that nothing handles: each is a bug of this program.', [
    'kind',
  ]),
  wrongDocuments: counterOf('coxswain_wrong_documents_total', 'Unreadable documents of a collection that were skipped.', ['collection']),
};

/** Callbacks that count events in those parts of the process that do not belong to a module. */
export type ServiceMetrics = {
  cache(outcome: 'hit' | 'miss'): void;
  rateLimited(limit: string): void;
  wrongToken(kind: string): void;
  feedGap(reason: string): void;
  /** Counts a document of a collection that cannot be read and was omitted from a result. */
  wrongDocument(collection: string): void;
  /** Counts unproved records of unauthenticated clients that were removed. */
  forgotten(kind: string, count: number): void;
  /** Counts errors that no caller receives. */
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
