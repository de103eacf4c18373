import { counterOf } from '../../platform/metrics/families.ts';

/** The metric families for the stored series of prices. */
export const SERIES_METRICS = {
  bucketsMended: counterOf(
    'coxswain_price_buckets_mended_total',
    'Invalid stored prices that were skipped; their time buckets started again.',
    [],
  ),
};
