import { defineModule } from '../../module/module.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import { countRamps, RAMP_METRICS } from './ramp-metrics.ts';
import { createRampRegistry, type RegisteredRamp } from './registry.ts';
import { rampsSettings } from './settings.ts';

export type Ramps = { readonly providers: readonly RegisteredRamp[] };

/** The module for ramps: purchases and sales of crypto for money, by the providers that have keys in the settings. */
export const ramps = defineModule({
  name: 'ramps',
  needs: {},
  actors: [],
  collections: [],
  metrics: familiesOf(RAMP_METRICS),
  settings: rampsSettings,
  start({ clock, metrics }, _needs, { ramps: settings, providerTimeoutMs }) {
    const providers = createRampRegistry({ settings, fetch, clock, timeoutMs: providerTimeoutMs, count: countRamps(metrics) });
    const gives: Ramps = { providers };
    return { gives };
  },
});
