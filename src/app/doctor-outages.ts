import { checkWithin, outagesOf, type ReadinessProbe } from '../http/health/health-routes.ts';
import type { Doctor } from '../operator/doctor/create-doctor.ts';
import { wrong } from '../values/finding.ts';
import { outageText } from '../values/inspection/outage.ts';

/** Makes the doctor of a running node begin with the outages that its readiness checks find, because they explain most other findings. */
export function withOutages(examine: Doctor, probes: readonly ReadinessProbe[]): Doctor {
  return async function* (config, clock) {
    const telling = probes.filter(({ outage }) => outage !== undefined);
    await Promise.all(telling.map(({ check }) => checkWithin(check)));
    for (const outage of outagesOf(telling)) yield wrong(`outage: ${outage.name}`, outageText(outage));
    yield* examine(config, clock);
  };
}
