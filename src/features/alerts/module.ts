import { priceAlert, REMOVED } from '../../../actors/price-alert/actor.ts';
import { createAlertActors } from '../../../actors/price-alert/alerts-client.ts';
import { createPriceAlertActor } from '../../../actors/price-alert/effects.ts';
import { alertWords } from '../../http/docs/words/alert-words.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { PriceHistory } from '../../market/price-series/module.ts';
import { createTickPrices } from '../../market/price-series/tick-prices.ts';
import { defineModule } from '../../module/module.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { GivenAccounts } from '../accounts/module.ts';
import type { GivenNotifications } from '../notifications/module.ts';
import type { QuoteParts } from '../quotes/module.ts';
import { createAlertLimits } from './alert-limits.ts';
import { ALERT_METRICS, countAlerts } from './alert-metrics.ts';
import { alertNotes } from './alert-notes.ts';
import { createAlertPrices } from './alert-prices.ts';
import { createAlertRoutes } from './alert-routes.ts';
import { alertStrangers } from './alert-strangers.ts';
import { type Alerts, createAlerts } from './create-alerts.ts';
import { presentAlert } from './present-alert.ts';
import { createQuoteOrder } from './quote-order.ts';
import { alertsSettings } from './settings.ts';
import { createTellAlert } from './tell-alert.ts';

/**
 * The functions of the alerts module that other modules use: they create, list and cancel alerts, and convert an alert to the format in
 * which clients receive it.
 */
export type GivenAlerts = Pick<Alerts, 'create' | 'list' | 'cancel'> & { readonly present: typeof presentAlert };

type Needs = {
  readonly accounts: GivenAccounts;
  readonly catalog: Catalog;
  readonly notifications: GivenNotifications;
  readonly priceHistory: PriceHistory;
  readonly quotes: Pick<QuoteParts, 'gatherQuotes'>;
};

/** The module for price alerts and limit orders. A limit order ends in a notification with a quote; this module trades nothing. */
export const alerts = defineModule({
  name: 'alerts',
  needs: { accounts: true, catalog: true, notifications: true, priceHistory: true, quotes: true },
  actors: [priceAlert],
  collections: [],
  tag: {
    name: 'Alerts',
    description: 'Price alerts and limit orders of the signed-in wallet.',
    place: 45,
    words: [alertWords],
    notes: alertNotes,
  },
  settings: alertsSettings,
  metrics: familiesOf(ALERT_METRICS),
  start(platform, { accounts, catalog, notifications, priceHistory, quotes }: Needs, { maxPerWallet, maxTokens }) {
    const { clock, ids, log, store } = platform;
    const { tokens } = catalog;
    const actors = createAlertActors({ actors: platform.actors, store });
    const count = countAlerts(platform.metrics);
    const limits = createAlertLimits({ actors, clock, maxPerWallet, maxTokens });
    const service = createAlerts({ actors, limits, tokens, readPrice: priceHistory.readPrice, count, clock, ids });
    const gives: GivenAlerts = { ...service, present: presentAlert };
    const tickPrices = createTickPrices({ series: priceHistory.series, tokens, repeats: createRepeats({ log }) });
    accounts.alsoRemove(priceAlert.type, service.removeAll);
    return {
      gives,
      actors: [
        createPriceAlertActor({
          work: { quote: createQuoteOrder(quotes), tell: createTellAlert({ notifications, count }) },
          prices: createAlertPrices({ tickPrices }),
        }),
      ],
      routes: [createAlertRoutes({ alerts: service, auth: accounts.auth })],
      strangers: { actors: alertStrangers({ type: priceAlert.type, removed: REMOVED, store }) },
    };
  },
});
