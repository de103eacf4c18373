import { REMOTE_SECONDS } from '../../platform/metrics/buckets.ts';
import { counterOf, histogramOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { PriceWatch } from './create-prices.ts';

/** The metric families for price sources. */
export const PRICE_METRICS = {
  priceTokens: counterOf(
    'coxswain_price_tokens_total',
    'Number of token prices requested from a price source, by result. The result `kept` means that the price was taken from the cache.',
    ['source', 'outcome'],
  ),
  priceSourceDurationSeconds: histogramOf(
    'coxswain_price_source_duration_seconds',
    'Duration of requests to a price source, in seconds.',
    ['source'],
    REMOTE_SECONDS,
  ),
};

/** Counts the requests to price sources, and how long they take. */
export function countPrices(metrics: Metrics): PriceWatch {
  const asked = metrics.counter(PRICE_METRICS.priceTokens);
  const seconds = metrics.histogram(PRICE_METRICS.priceSourceDurationSeconds);
  return {
    priceSource: (source, outcome, tokens) => asked.of(source, outcome).inc(tokens),
    priceSourceTook: (source, ms) => seconds.of(source).observe(ms / 1_000),
  };
}
