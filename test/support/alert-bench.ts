import { REMOVED } from '../../actors/price-alert/actor.ts';
import { createAlertActors } from '../../actors/price-alert/alerts-client.ts';
import { createPriceAlertActor } from '../../actors/price-alert/effects.ts';
import { createAlertLimits } from '../../src/features/alerts/alert-limits.ts';
import { createAlertPrices } from '../../src/features/alerts/alert-prices.ts';
import { alertStrangers } from '../../src/features/alerts/alert-strangers.ts';
import { createAlerts, type NewAlert } from '../../src/features/alerts/create-alerts.ts';
import { createQuoteOrder } from '../../src/features/alerts/quote-order.ts';
import { createTellAlert } from '../../src/features/alerts/tell-alert.ts';
import { createNotifications } from '../../src/features/notifications/create-notifications.ts';
import type { Notifications } from '../../src/features/notifications/notification.ts';
import type { GatherQuotes } from '../../src/features/quotes/gather-quotes.ts';
import { tokenKey } from '../../src/market/tokens/token.ts';
import { createMemoryActorStore } from '../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import type { ActorStore } from '../../src/runtime/record/actor-store.ts';
import { createTestSystem } from '../../src/test-kit/create-test-system.ts';
import { parseAddress } from '../../src/values/address.ts';
import type { PriceFact } from '../../src/values/autopilot/facts.ts';
import { parseBaseUnits } from '../../src/values/base-units.ts';
import { RetryableError } from '../../src/values/errors/retryable-error.ts';

export const OWNER = parseAddress(`0x${'a1'.repeat(20)}`);
export const STRANGER = parseAddress(`0x${'b0'.repeat(20)}`);
export const ETH = {
  chainId: 1,
  address: parseAddress(`0x${'e1'.repeat(20)}`),
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  cmcId: 1027,
  logoURI: '',
};
export const USDC = {
  chainId: 1,
  address: parseAddress(`0x${'c0'.repeat(20)}`),
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  cmcId: 3408,
  logoURI: '',
};
export const START_MS = Date.UTC(2026, 0, 1);
export const NO_PRICE: PriceFact = { kind: 'none', reason: 'stale-price', detail: 'No source has a price of this token: stale.' };

export function priceFact(usd: string, doubt: string | null = null): PriceFact {
  return { kind: 'price', usd, atMs: START_MS, source: 'test', isTrusted: doubt === null, doubt };
}

/** Creates a node of the alerts feature in virtual time. Two nodes that use the same `shared` behave like two nodes of a cluster. */
export function alertBench(
  options: {
    readonly shared?: ReturnType<typeof sharedStores>;
    readonly seed?: number;
    readonly gather?: GatherQuotes;
    readonly maxPerWallet?: number;
    readonly maxTokens?: number;
    /** Replaces the service to which alerts add notifications, for a test in which this service fails. */
    readonly tellBy?: ((notifications: Notifications) => Pick<Notifications, 'add'>) | undefined;
  } = {},
) {
  const { shared = sharedStores(), seed = 1, gather = offerOf('4005000000'), maxPerWallet = 50, maxTokens = 500 } = options;
  const { prices, records, store } = shared;
  const listed = [ETH, USDC];
  const clock = { now: () => test.time.clock.now() };
  const counted: string[] = [];
  const count = (kind: string, event: string) => void counted.push(`${kind} ${event}`);
  const notifications = createNotifications({ records, clock, ids: () => crypto.randomUUID() });
  const priceOf = (chainId: number, address: string) => prices.get(tokenKey(chainId, address)) ?? NO_PRICE;
  const tickPrices = async (asked: readonly { readonly chainId: number; readonly token: string }[]) =>
    new Map(asked.map(({ chainId, token }) => [tokenKey(chainId, token), priceOf(chainId, token)]));
  const actor = createPriceAlertActor({
    work: {
      quote: createQuoteOrder({ gatherQuotes: gather }),
      tell: createTellAlert({ notifications: options.tellBy?.(notifications) ?? notifications, count }),
    },
    prices: createAlertPrices({ tickPrices }),
  });
  const test = createTestSystem({ actors: [actor], store, seed, startMs: START_MS });
  const actors = () => createAlertActors({ actors: test.system(), store });
  const tokens = {
    find: async (chainId: number, address: string) => listed.find((one) => one.chainId === chainId && one.address === address) ?? null,
  };
  const alerts = () =>
    createAlerts({
      ...{ actors: actors(), tokens, count, clock, ids: () => crypto.randomUUID() },
      limits: createAlertLimits({ actors: actors(), clock, maxPerWallet, maxTokens }),
      async readPrice(chainId, token) {
        const fact = priceOf(chainId, token);
        if (fact.kind === 'none') throw new RetryableError({ code: 'price-unavailable', message: fact.detail });
        const { usd: priceUsd, atMs, source, isTrusted, doubt } = fact;
        return { chainId, token, priceUsd, at: new Date(atMs).toISOString(), source, isTrusted, doubt };
      },
    });
  return {
    ...{ test, store, counted, alerts, actors },
    strangers: alertStrangers({ type: 'price-alert', removed: REMOVED, store }),
    setPrice: (fact: PriceFact, token = ETH) => void prices.set(tokenKey(token.chainId, token.address), fact),
    told: async (wallet = OWNER) => (await notifications.list({ wallet, limit: 200 })).notifications,
  };
}

/** The parts that all nodes of a cluster share: the stores, and the simulated prices. */
export function sharedStores(store: ActorStore = createMemoryActorStore()) {
  const prices = new Map<string, PriceFact>([
    [tokenKey(1, ETH.address), priceFact('3000')],
    [tokenKey(1, USDC.address), priceFact('1')],
  ]);
  return { prices, store, records: createMemoryRecordStore({ clock: { now: () => START_MS } }) };
}

/** Creates a quote service that returns one offer. */
export function offerOf(amount: string): GatherQuotes {
  return async () => ({
    offers: [
      {
        ...{ id: 'quote-1', aggregator: 'uniswap-v3', type: 'swap', amount: parseBaseUnits(amount), amountMin: parseBaseUnits(amount) },
        ...{
          fromAmount: parseBaseUnits('1'),
          usdAmount: '4005',
          netUsd: null,
          spender: null,
          priceImpactBps: null,
          gas: null,
          gasUsd: null,
        },
        ...{ fees: [], durationSeconds: null, expiresAt: '2026-01-01T00:10:30.000Z', needsApproval: null, approvalReset: null },
        ...{ broadcastsItself: false, warnings: [] },
      },
    ],
    ...{ without: [], whyRefused: null, isPending: false },
  });
}

export function newAlert(more: Partial<NewAlert> = {}): NewAlert {
  return {
    ...{ wallet: OWNER, origin: 'wallet', id: null, token: { chainId: 1, address: ETH.address }, order: null, expiresAtMs: null },
    condition: { type: 'below', usd: '2800' },
    ...more,
  };
}

export const SELL_ETH: NonNullable<NewAlert['order']> = {
  from: { chainId: 1, address: ETH.address },
  to: { chainId: 1, address: USDC.address },
  amount: '1',
};
