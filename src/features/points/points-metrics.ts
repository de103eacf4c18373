import { counterOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { PointReason } from './point-rules.ts';

export const POINTS_METRICS = {
  given: counterOf('coxswain_points_given_total', 'Number of points that were written to the ledger, by reason.', ['reason']),
  capped: counterOf('coxswain_points_capped_total', 'Number of awards that gave no points, because the daily limit was used up.', [
    'reason',
  ]),
};

/** Returns the function with which `createPointsLedger` counts awards. */
export function countAwards(metrics: Metrics): (reason: PointReason, points: number) => void {
  const given = metrics.counter(POINTS_METRICS.given);
  const capped = metrics.counter(POINTS_METRICS.capped);
  return (reason, points) => {
    if (points > 0) given.of(reason).inc(points);
    else capped.of(reason).inc();
  };
}
