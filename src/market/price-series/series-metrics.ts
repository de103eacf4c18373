import { counterOf } from '../../platform/metrics/families.ts';

/** The metric families for recorded prices. */
export const SERIES_METRICS = {
  bucketsMended: counterOf(
    'coxswain_price_buckets_mended_total',
    'Number of stored token prices that were invalid and skipped. Recording of the period to which each belonged began again.',
    [],
  ),
};
