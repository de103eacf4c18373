import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { Catalogues } from './catalogue-port.ts';
import { RAMP_CATALOGUES } from './catalogue-rows.ts';
import { createCatalogues } from './catalogues.ts';
import { type Checkouts, createCheckouts, webhookUrlOf } from './create-checkouts.ts';
import { createOffers, type RampOffers } from './create-offers.ts';
import { RAMP_TOKENS } from './providers/transak-token.ts';
import { countRamps, RAMP_METRICS } from './ramp-metrics.ts';
import { createReferences, RAMP_REFERENCES, type References } from './references.ts';
import { createRampRegistry, type RegisteredRamp } from './registry.ts';
import { createCatalogueRoutes } from './routes/catalogue-routes.ts';
import { createCheckoutRoutes } from './routes/checkout-routes.ts';
import { createRampRoutes } from './routes/ramp-routes.ts';
import { rampsSettings } from './settings.ts';

export type Ramps = {
  readonly providers: readonly RegisteredRamp[];
  readonly offers: RampOffers;
  readonly catalogues: Catalogues;
  readonly references: References;
  readonly checkouts: Checkouts;
};

/** How often a node looks for catalogues that are older than a day. */
const LOOK_EVERY_MS = 10 * 60_000;
/** The most references of unauthenticated clients that are stored. */
const MOST_REFERENCES = 100_000;

/** The module for ramps: purchases and sales of crypto for money, by the providers that have keys in the settings. */
export const ramps = defineModule({
  name: 'ramps',
  needs: {},
  actors: [],
  collections: [RAMP_CATALOGUES, RAMP_REFERENCES, RAMP_TOKENS],
  tag: { name: 'ramps', description: 'Purchases and sales of crypto for money, by several providers.' },
  metrics: familiesOf(RAMP_METRICS),
  settings: rampsSettings,
  start({ clock, ids, limits, log, metrics, records, timers }, _needs, { ramps: settings, publicUrl, providerTimeoutMs, totalTimeoutMs }) {
    const count = countRamps(metrics);
    const providers = createRampRegistry({ settings, fetch, clock, records, timeoutMs: providerTimeoutMs, count });
    const catalogues = createCatalogues({ records, providers, clock, log });
    const offers = createOffers({ providers, catalogues, totalTimeoutMs, clock, log });
    const references = createReferences({ records, clock, ids, onAssigned: async () => undefined });
    const checkouts = createCheckouts({ providers, offers, references, publicUrl, onOpened: async () => undefined });
    const gives: Ramps = { providers, offers, catalogues, references, checkouts };
    const isAnyOn = providers.some(({ provider }) => provider !== null);
    const looking = isAnyOn ? repeatWork(timers, LOOK_EVERY_MS, catalogues.refreshOld) : null;
    return {
      gives,
      routes: [
        createRampRoutes({ offers, limits }),
        createCatalogueRoutes({ catalogues, now: clock.now, limits }),
        createCheckoutRoutes({
          ...{ checkouts, providers, limits },
          webhookUrlOf: (provider) => (publicUrl === null ? null : webhookUrlOf(publicUrl, provider)),
        }),
      ],
      strangers: { rows: [rowsOf(records, RAMP_REFERENCES, MOST_REFERENCES)] },
      ...(looking === null ? {} : { stop: looking.stop }),
    };
  },
});
