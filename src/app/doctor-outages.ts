import type { Doctor } from '../operator/doctor/create-doctor.ts';
import { wrong } from '../values/finding.ts';
import { outageText } from '../values/inspection/outage.ts';
import type { Outages } from './open-outages.ts';

/** Makes the doctor of a running node begin with the outages that its readiness checks find, because they explain most other findings. */
export function withOutages(examine: Doctor, checked: Outages['checked']): Doctor {
  return async function* (config, clock) {
    for (const outage of await checked()) yield wrong(`outage: ${outage.name}`, outageText(outage));
    yield* examine(config, clock);
  };
}
