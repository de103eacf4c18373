import { rampOrder } from '../../../actors/ramp-order/actor.ts';
import { createRampOrderActor } from '../../../actors/ramp-order/effects.ts';
import { createOrderActors } from '../../../actors/ramp-order/orders-client.ts';
import type { ValuesOf } from '../../config/setting.ts';
import { type ApiTag, tagged } from '../../http/docs/api-tags.ts';
import { type ProbeSpec, probeOf } from '../../http/health/probe.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { ChainMemory } from '../../market/deferred/module.ts';
import type { Examined } from '../../module/examination.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import type { Platform } from '../../module/platform.ts';
import { createTradeReceipts } from '../../platform/chain/trade-receipt.ts';
import { silentLog } from '../../platform/log/log.ts';
import { warnedRound } from '../../platform/log/warned-round.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { SignedInWallets } from '../accounts/module.ts';
import type { Notifications } from '../notifications/notification.ts';
import type { Catalogues } from './catalogue-port.ts';
import { RAMP_CATALOGUES } from './catalogue-rows.ts';
import { createCatalogues } from './catalogues.ts';
import { type Checkouts, createCheckouts, webhookUrlOf } from './create-checkouts.ts';
import { createOffers, type RampOffers } from './create-offers.ts';
import { examineCatalogues, examineKeys, rampDetail, rampTrouble } from './examine-ramps.ts';
import { createAskProvider } from './orders/ask-provider.ts';
import { createAskUnfound } from './orders/ask-unfound.ts';
import { createRampOrders, type RampOrders } from './orders/create-orders.ts';
import { createExchangeCrypto } from './orders/exchange-crypto.ts';
import { createExchangeRoutes } from './orders/exchange-routes.ts';
import { createGiveHint } from './orders/give-hint.ts';
import { createOperatorOrderRoutes } from './orders/operator-order-routes.ts';
import { orderEvent } from './orders/order-event.ts';
import { countOrders, ORDER_METRICS } from './orders/order-metrics.ts';
import { createOrderRoutes } from './orders/order-routes.ts';
import { orderStrangers } from './orders/order-strangers.ts';
import { createLookForArrival, createReadArrival } from './orders/read-arrival.ts';
import { createRecheckDelivery, listDelivered } from './orders/recheck-delivery.ts';
import { createTakeWebhook } from './orders/take-webhook.ts';
import { createTellOrder } from './orders/tell-order.ts';
import { createUnattributedOrders, MOST_UNATTRIBUTED, UNATTRIBUTED_ORDERS } from './orders/unattributed.ts';
import { createUnfoundOrders, MOST_UNFOUND, UNFOUND_ORDERS } from './orders/unfound-orders.ts';
import { createWebhookRoutes } from './orders/webhook-routes.ts';
import { RAMP_TOKENS } from './providers/transak-token.ts';
import { countRamps, RAMP_METRICS } from './ramp-metrics.ts';
import { rampNotes } from './ramp-notes.ts';
import { rampWords } from './ramp-words.ts';
import { createReferences, RAMP_REFERENCES, type References } from './references.ts';
import { createRampRegistry, type RegisteredRamp, rampOf } from './registry.ts';
import { createCatalogueRoutes } from './routes/catalogue-routes.ts';
import { createCheckoutRoutes } from './routes/checkout-routes.ts';
import { createOperatorRampRoutes } from './routes/operator-ramp-routes.ts';
import { createRampRoutes } from './routes/ramp-routes.ts';
import { rampsSettings } from './settings.ts';

const RAMPS: ProbeSpec = { name: 'ramps', isOptional: true, isTold: true, help: 'A ramp provider that is on does not answer.' };

export type Ramps = {
  readonly providers: readonly RegisteredRamp[];
  readonly offers: RampOffers;
  readonly catalogues: Catalogues;
  readonly references: References;
  readonly checkouts: Checkouts;
  readonly orders: RampOrders;
};

type Needs = {
  readonly accounts: SignedInWallets;
  readonly catalog: Catalog;
  readonly chainMemory: Pick<ChainMemory, 'seen' | 'whenGone'>;
  readonly chains: OpenChains;
  readonly notifications: Pick<Notifications, 'add'>;
};

type RampsSettings = ValuesOf<typeof rampsSettings>;

/** Time in ms between two checks by which a node finds catalogues that are older than a day. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Time in ms between two rounds in which a node asks providers about orders that webhooks named only by the provider's order id. */
const ASK_UNFOUND_EVERY_MS = 10_000;
/** The timers of a diagnosis do nothing: a diagnosis only reads stored catalogues and never waits for a refresh, so it needs no timers. */
const NO_TIMERS = { after: () => () => undefined };
/** Maximum number of stored references of unauthenticated clients. */
const MOST_REFERENCES = 100_000;

const WEBHOOKS: ApiTag = {
  ...{ name: 'Ramp webhooks', description: 'What ramp providers call; an app does not need it.' },
  ...{ place: 210, words: [rampWords], notes: rampNotes },
};

/** The module for ramps: purchases and sales of crypto for money, by the providers that have keys in the settings. */
export const ramps = defineModule({
  name: 'ramps',
  needs: { accounts: true, catalog: true, chainMemory: true, chains: true, notifications: true },
  actors: [rampOrder],
  collections: [RAMP_CATALOGUES, RAMP_REFERENCES, RAMP_TOKENS, UNATTRIBUTED_ORDERS, UNFOUND_ORDERS],
  tag: {
    name: 'Ramps',
    description: 'Purchases and sales of crypto for money: offers of all providers, checkouts and orders.',
    place: 60,
    words: [rampWords],
    notes: rampNotes,
  },
  metrics: [...familiesOf(RAMP_METRICS), ...familiesOf(ORDER_METRICS)],
  probes: [RAMPS],
  settings: rampsSettings,
  examinations: [
    { of: 'node', examine: async (examined, settings) => await examineKeys(examinedRamps(examined, settings), settings.publicUrl) },
    {
      of: 'store',
      async examine(examined, settings) {
        const { records, clock } = examined;
        const providers = examinedRamps(examined, settings);
        return await examineCatalogues(
          providers,
          createCatalogues({ records, providers, clock, timers: NO_TIMERS, log: silentLog }),
          clock,
        );
      },
    },
  ],
  start(platform, needs: Needs, { ramps: settings, publicUrl, providerTimeoutMs, totalTimeoutMs }) {
    const { clock, ids, limits, log, metrics, operators, records, timers } = platform;
    const count = countRamps(metrics);
    const providers = createRampRegistry({ settings, fetch, clock, records, timeoutMs: providerTimeoutMs, count });
    const catalogues = createCatalogues({ records, providers, clock, timers, log });
    const offers = createOffers({ providers, catalogues, totalTimeoutMs, clock, log });
    const followed = openOrders(platform, needs, providers);
    const { orders, orderActors } = followed;
    const references = createReferences({ records, clock, ids, onAssigned: orders.assigned });
    const checkouts = createCheckouts({ providers, offers, references, publicUrl, onOpened: orders.opened });
    const gives: Ramps = { providers, offers, catalogues, references, checkouts, orders };
    const giveHint = createGiveHint({ orders: orderActors, assigned: references.findOrNull });
    const { unattributed, unfound } = followed;
    const takeWebhook = createTakeWebhook({ ramps: providers, giveHint, unattributed, unfound, count: followed.count.webhook });
    const askUnfound = createAskUnfound({ ramps: providers, giveHint, unattributed, log });
    const isAnyOn = providers.some(({ provider }) => provider !== null);
    const looking = isAnyOn
      ? [
          repeatWork(
            timers,
            LOOK_EVERY_MS,
            warnedRound(catalogues.refreshOld, {
              ...{ log, clock, failed: 'The ages of the catalogues of ramp providers could not be read; tried again in ten minutes' },
              over: 'The ages of the catalogues of ramp providers can be read again after failures',
            }),
          ),
          repeatWork(
            timers,
            ASK_UNFOUND_EVERY_MS,
            warnedRound(() => unfound.askDue(askUnfound), {
              ...{ log, clock, failed: 'Orders that webhooks named could not be looked up; tried again in ten seconds' },
              over: 'Orders that webhooks named can be looked up again after failures',
            }),
          ),
        ]
      : [];
    return {
      gives,
      routes: [
        createRampRoutes({ offers, limits }),
        createOperatorRampRoutes({ providers, catalogues, auth: operators, log }),
        createCatalogueRoutes({ catalogues, now: clock.now, limits }),
        createCheckoutRoutes({
          ...{ checkouts, providers, limits },
          webhookUrlOf: (provider) => (publicUrl === null ? null : webhookUrlOf(publicUrl, provider)),
        }),
        ...tagged(WEBHOOKS, [createWebhookRoutes({ takeWebhook, ramps: providers, publicUrl, limits })]),
        createOrderRoutes({ orders, auth: needs.accounts.auth }),
        createOperatorOrderRoutes({ orders, unattributed: followed.unattributed, ramps: providers, auth: platform.operators, log }),
        createExchangeRoutes({
          exchange: createExchangeCrypto({ ramps: providers, catalogueOf: catalogues.read, orders: orderActors, clock, ids }),
          limits,
        }),
      ],
      actors: [followed.actor],
      walletEvents: [orderEvent(rampOrder.type, { orders: orderActors })],
      probes: [{ ...probeOf(RAMPS, async () => rampTrouble(providers)), detail: () => rampDetail(providers) }],
      strangers: {
        actors: [orderStrangers(rampOrder.type, platform)],
        rows: [
          rowsOf(records, RAMP_REFERENCES, MOST_REFERENCES),
          rowsOf(records, UNATTRIBUTED_ORDERS, MOST_UNATTRIBUTED),
          rowsOf(records, UNFOUND_ORDERS, MOST_UNFOUND),
        ],
      },
      stop: async () => void (await Promise.all(looking.map(({ stop }) => stop()))),
    };
  },
});

/**
 * Creates the parts that follow an order until it ends: the order's actors, and the functions by which the actors ask providers, read the
 * chain and notify wallets.
 */
function openOrders(
  { actors, clock, log, metrics, records }: Platform,
  { catalog, chainMemory, chains, notifications }: Needs,
  ramps: readonly RegisteredRamp[],
) {
  const count = countOrders(metrics);
  const orderActors = createOrderActors({ actors });
  const look = createLookForArrival({
    receipts: createTradeReceipts({ chains: chains.chains }),
    decimalsOf: async (chainId, token) => (await catalog.tokens.find(chainId, token))?.decimals ?? null,
    noteBlock: (subject, block) => chainMemory.seen.note({ kind: rampOrder.type, subject }, block),
  });
  const readArrival = createReadArrival({ look, log });
  chainMemory.whenGone(rampOrder.type, createRecheckDelivery({ orders: orderActors, look }), listDelivered(orderActors));
  const actor = createRampOrderActor({
    ask: createAskProvider({ ramps, readArrival, log }),
    tell: createTellOrder({
      notify: notifications.add,
      titleOf: (provider) => rampOf(ramps, provider).traits.title,
      count: count.change,
    }),
  });
  return {
    ...{ actor, orderActors, count, orders: createRampOrders({ ramps, orders: orderActors }) },
    unattributed: createUnattributedOrders({ records, clock }),
    unfound: createUnfoundOrders({ records, clock }),
  };
}

/** Creates the clients of the providers that a diagnosis uses. The metrics do not count the calls of a diagnosis. */
function examinedRamps({ records, clock }: Pick<Examined, 'records' | 'clock'>, { ramps: settings, providerTimeoutMs }: RampsSettings) {
  return createRampRegistry({ settings, fetch, clock, records, timeoutMs: providerTimeoutMs, count: () => undefined });
}
