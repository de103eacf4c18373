import { REMOTE_SECONDS } from './buckets.ts';
import { counterOf, histogramOf } from './families.ts';
import type { Metrics } from './metrics.ts';

/** The families of metrics that are kept here. */
export const OUTSIDE_METRICS = {
  rpcRequests: counterOf('coxswain_rpc_requests_total', 'Calls of nodes of chains, retries by the same endpoint included in one.', [
    'chain_id',
    'method',
    'outcome',
  ]),
  rpcDurationSeconds: histogramOf('coxswain_rpc_duration_seconds', 'Seconds that calls of chain nodes took.', ['chain_id'], REMOTE_SECONDS),
  providerRequests: counterOf('coxswain_provider_requests_total', 'Quotes that were asked of a provider, by what came.', [
    'provider',
    'outcome',
  ]),
  providerDurationSeconds: histogramOf(
    'coxswain_provider_duration_seconds',
    'Seconds that a provider took to quote, failures included.',
    ['provider'],
    REMOTE_SECONDS,
  ),
  providerUsed: counterOf('coxswain_provider_used_total', 'Transactions that were built on a quote of a provider.', ['provider']),
  priceTokens: counterOf('coxswain_price_tokens_total', 'Tokens that a price source was asked for, by result; kept: from the cache.', [
    'source',
    'outcome',
  ]),
  priceSourceDurationSeconds: histogramOf(
    'coxswain_price_source_duration_seconds',
    'Seconds that a price source took.',
    ['source'],
    REMOTE_SECONDS,
  ),
  cacheReads: counterOf('coxswain_cache_reads_total', 'Reads of the cache.', ['outcome']),
  rateLimited: counterOf('coxswain_rate_limited_total', 'Requests that were refused because their client asked too often.', ['limit']),
  wrongTokens: counterOf('coxswain_wrong_tokens_total', 'Operator tokens and sign-in links that this node does not know.', ['kind']),
  transactionsSent: counterOf('coxswain_transactions_sent_total', 'Transactions handed to nodes, by their answer; repeats included.', [
    'chain_id',
    'answer',
  ]),
  transactions: counterOf('coxswain_transactions_total', 'Requested transactions with a known outcome.', ['chain_id', 'outcome']),
  feedGaps: counterOf('coxswain_feed_gaps_total', 'Gaps that followers of the live feed were told of.', ['reason']),
  forgotten: counterOf('coxswain_forgotten_total', 'What strangers left, and that was forgotten, by kind.', ['kind']),
  vaultGaps: counterOf('coxswain_vault_gaps_total', 'What vaults counted and no event showed: it was asked for again.', ['chain_id']),
  priceBucketsMended: counterOf(
    'coxswain_price_buckets_mended_total',
    'Stored prices that were none: they were left out, and their buckets begun again.',
    [],
  ),
  lostErrors: counterOf('coxswain_lost_errors_total', 'Errors in code that nobody waits for: each is a fault of this program.', ['kind']),
  wrongDocuments: counterOf(
    'coxswain_wrong_documents_total',
    'Times that a document of a collection could not be read, and was left out.',
    ['collection'],
  ),
};

/** Callbacks of the parts that call the outside; all of them are optional. */
export type OutsideMetrics = {
  rpc(call: { readonly chainId: number; readonly method: string; readonly outcome: string; readonly ms: number }): void;
  provider(name: string, outcome: string, ms: number): void;
  providerUsed(name: string): void;
  priceSource(source: string, outcome: string, tokens: number): void;
  priceSourceTook(source: string, ms: number): void;
  cache(outcome: 'hit' | 'miss'): void;
  rateLimited(limit: string): void;
  wrongToken(kind: string): void;
  transactionSent(chainId: number, answer: string): void;
  transactionSettled(chainId: number, outcome: string): void;
  feedGap(reason: string): void;
  /** A vault's count shows an event that was not seen. */
  vaultGap(chainId: number): void;
  /** A stored bucket of the price series was invalid and was removed. */
  priceBucketMended(): void;
  /** A document of a collection cannot be read and was left out of a result. */
  wrongDocument(collection: string): void;
  /** Unproved records of unauthenticated clients were removed. */
  forgotten(kind: string, count: number): void;
  /** Errors that no caller waits for. */
  lost(kind: string): void;
};

export function createOutsideMetrics(metrics: Metrics): OutsideMetrics {
  const rpc = metrics.counter(OUTSIDE_METRICS.rpcRequests);
  const rpcSeconds = metrics.histogram(OUTSIDE_METRICS.rpcDurationSeconds);
  const provider = metrics.counter(OUTSIDE_METRICS.providerRequests);
  const providerSeconds = metrics.histogram(OUTSIDE_METRICS.providerDurationSeconds);
  const used = metrics.counter(OUTSIDE_METRICS.providerUsed);
  const prices = metrics.counter(OUTSIDE_METRICS.priceTokens);
  const priceSeconds = metrics.histogram(OUTSIDE_METRICS.priceSourceDurationSeconds);
  const cache = metrics.counter(OUTSIDE_METRICS.cacheReads);
  const limited = metrics.counter(OUTSIDE_METRICS.rateLimited);
  const wrong = metrics.counter(OUTSIDE_METRICS.wrongTokens);
  const sent = metrics.counter(OUTSIDE_METRICS.transactionsSent);
  const settled = metrics.counter(OUTSIDE_METRICS.transactions);
  const gaps = metrics.counter(OUTSIDE_METRICS.feedGaps);
  const forgotten = metrics.counter(OUTSIDE_METRICS.forgotten);
  const vaultGaps = metrics.counter(OUTSIDE_METRICS.vaultGaps);
  const mended = metrics.counter(OUTSIDE_METRICS.priceBucketsMended).of();
  const lost = metrics.counter(OUTSIDE_METRICS.lostErrors);
  const unreadable = metrics.counter(OUTSIDE_METRICS.wrongDocuments);
  const [hit, miss] = [cache.of('hit'), cache.of('miss')];
  return {
    forgotten: (kind, count) => forgotten.of(kind).inc(count),
    wrongDocument: (collection) => unreadable.of(collection).inc(),
    lost: (kind) => lost.of(kind).inc(),
    rpc({ chainId, method, outcome, ms }) {
      const chain = String(chainId);
      rpc.of(chain, method, outcome).inc();
      rpcSeconds.of(chain).observe(ms / 1_000);
    },
    provider(name, outcome, ms) {
      provider.of(name, outcome).inc();
      providerSeconds.of(name).observe(ms / 1_000);
    },
    providerUsed: (name) => used.of(name).inc(),
    priceSource: (source, outcome, tokens) => prices.of(source, outcome).inc(tokens),
    priceSourceTook: (source, ms) => priceSeconds.of(source).observe(ms / 1_000),
    cache: (outcome) => (outcome === 'hit' ? hit : miss).inc(),
    rateLimited: (limit) => limited.of(limit).inc(),
    wrongToken: (kind) => wrong.of(kind).inc(),
    transactionSent: (chainId, answer) => sent.of(String(chainId), answer).inc(),
    transactionSettled: (chainId, outcome) => settled.of(String(chainId), outcome).inc(),
    vaultGap: (chainId) => vaultGaps.of(String(chainId)).inc(),
    priceBucketMended: () => mended.inc(),
    feedGap: (reason) => gaps.of(reason).inc(),
  };
}
