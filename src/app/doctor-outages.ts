import type { Doctor } from '../operator/doctor/create-doctor.ts';
import { wrong } from '../values/finding.ts';
import { outageText } from '../values/inspection/outage.ts';
import type { Outages } from './open-outages.ts';

/**
 * Wraps the diagnosis of a running node, so that its result begins with the outages that the readiness checks find. Outages come first
 * because they explain most other findings.
 */
export function withOutages(examine: Doctor, checked: Outages['checked']): Doctor {
  return async function* (config, clock) {
    for (const outage of await checked()) yield wrong(`outage: ${outage.name}`, outageText(outage));
    yield* examine(config, clock);
  };
}
