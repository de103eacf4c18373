import { createRampOrderActor } from '../../../../actors/ramp-order/effects.ts';
import { createOrderActors } from '../../../../actors/ramp-order/orders-client.ts';
import { createNotifications } from '../../../../src/features/notifications/create-notifications.ts';
import type { Notification } from '../../../../src/features/notifications/notification.ts';
import { createAskProvider } from '../../../../src/features/ramps/orders/ask-provider.ts';
import { createAskUnfound } from '../../../../src/features/ramps/orders/ask-unfound.ts';
import { createRampOrders } from '../../../../src/features/ramps/orders/create-orders.ts';
import { createGiveHint } from '../../../../src/features/ramps/orders/give-hint.ts';
import { countOrders, ORDER_METRICS } from '../../../../src/features/ramps/orders/order-metrics.ts';
import { createLookForArrival, createReadArrival } from '../../../../src/features/ramps/orders/read-arrival.ts';
import { createRecheckDelivery } from '../../../../src/features/ramps/orders/recheck-delivery.ts';
import { createTakeWebhook } from '../../../../src/features/ramps/orders/take-webhook.ts';
import { createTellOrder } from '../../../../src/features/ramps/orders/tell-order.ts';
import { createUnattributedOrders } from '../../../../src/features/ramps/orders/unattributed.ts';
import { createUnfoundOrders } from '../../../../src/features/ramps/orders/unfound-orders.ts';
import { onrampMoneyTraits } from '../../../../src/features/ramps/providers/onramp-money.ts';
import type { RampOrderReport, RampTerms, WebhookDelivery } from '../../../../src/features/ramps/ramp-provider.ts';
import type { RegisteredRamp } from '../../../../src/features/ramps/registry.ts';
import type { TradeReceipt, TradeReceipts } from '../../../../src/platform/chain/trade-receipt.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createPromMetrics } from '../../../../src/platform/metrics/prom-metrics.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import type { RampStatus } from '../../../../src/values/ramp-status.ts';
import { asAddress, asHash } from '../../../support/branded.ts';

export const WALLET = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const TOKEN = asAddress(`0x${'aa'.repeat(20)}`);
export const HASH = asHash(`0x${'12'.repeat(32)}`);
export const PROVIDER = 'onramp-money';

export function referenceOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function termsOf(reference: string, createdAtMs: number): RampTerms & { readonly createdAtMs: number } {
  return {
    ...{ reference, provider: PROVIDER, side: 'buy', wallet: WALLET, crypto: 'USDC', network: 'base', chainId: 8453, token: TOKEN },
    ...{ fiat: 'EUR', amount: '200', amountOf: 'fiat', createdAtMs },
  };
}

/** A provider in memory. Its webhooks are JSON `{orderId, reference, key}`, signed when `key` is right. */
export function createProvider() {
  const orders = new Map<string, RampOrderReport>();
  let asked = 0;
  let failure: Error | null = null;
  const find = ({ reference, orderId }: { readonly reference: string | null; readonly orderId: string | null }) =>
    [...orders.values()].find((order) => (orderId === null ? order.reference === reference : order.orderId === orderId)) ?? null;
  const ramp: RegisteredRamp = {
    traits: { ...onrampMoneyTraits, findsBy: ['reference', 'order-id'] },
    missing: [],
    pausedUntilMs: () => null,
    breaker: { run: (work) => work() } as RegisteredRamp['breaker'],
    provider: {
      async order(query: Parameters<typeof find>[0]) {
        asked += 1;
        if (failure !== null) throw failure;
        return find(query);
      },
      async readWebhook({ body }: WebhookDelivery) {
        const { orderId = null, reference = null, key, no = 0 } = JSON.parse(Buffer.from(body).toString());
        if (key !== 'right') throw new TerminalError({ code: 'webhook-not-genuine', message: 'Not signed.', status: 401 });
        return { orderId, reference, side: null, providerStatus: null, eventId: `${orderId}-${reference}-${no}`, isProved: true };
      },
    } as never,
    async call(_kind, work, { signal = new AbortController().signal } = {}) {
      if (ramp.provider === null) throw new TypeError('off');
      return await work(ramp.provider, signal);
    },
  };
  return {
    ramp,
    asked: () => asked,
    fail(error: Error | null) {
      failure = error;
    },
    set(reference: string, status: RampStatus, more: Partial<RampOrderReport> = {}) {
      const orderId = more.orderId ?? `order-${reference.slice(-4)}`;
      orders.set(orderId, {
        ...{ orderId, reference, status, providerStatus: `word-${status}`, side: 'buy', fiat: 'EUR', fiatAmount: '200', crypto: 'USDC' },
        ...{
          network: 'base',
          cryptoAmount: '210',
          destination: WALLET,
          transactionHash: null,
          refundedAmount: null,
          message: null,
          ...more,
        },
      });
    },
  };
}

/** Creates nodes on one shared store, each with its own virtual time, which follow the orders of one provider. */
export function orderBench({
  nodes = 1,
  receipts: own,
  noteBlock = async () => undefined,
}: {
  readonly nodes?: number;
  readonly receipts?: TradeReceipts;
  readonly noteBlock?: Parameters<typeof createLookForArrival>[0]['noteBlock'];
} = {}) {
  const store = createMemoryActorStore();
  const provider = createProvider();
  const receipts = new Map<string, TradeReceipt>();
  const startMs = Date.UTC(2026, 0, 1);
  const records = createMemoryRecordStore({ clock: { now: () => startMs } });
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return String(ids);
  };
  const notifications = createNotifications({ records, clock: { now: () => startMs }, ids: nextId });
  const metrics = createPromMetrics(Object.values(ORDER_METRICS));
  const count = countOrders(metrics);
  let tellFails = false;
  const made = Array.from({ length: nodes }, (_, i) => {
    const look = createLookForArrival({
      receipts: own ?? { canRead: () => true, read: async (_chain, { hash }) => receipts.get(hash) ?? { kind: 'unknown' } },
      decimalsOf: async () => 6,
      noteBlock,
    });
    const readArrival = createReadArrival({ look, log: silentLog });
    const tell = createTellOrder({ notify: notifications.add, titleOf: () => 'Onramp', count: count.change });
    const actor = createRampOrderActor({
      ask: createAskProvider({ ramps: [provider.ramp], readArrival, log: silentLog }),
      async tell(order, change) {
        await tell(order, change);
        if (tellFails) throw new Error('the process died after the notification was stored');
      },
    });
    const test = createTestSystem({ actors: [actor], store, seed: i + 1, startMs });
    const client = {
      of: ((definition, key) => test.system().of(definition, key)) as ReturnType<typeof test.system>['of'],
      send: ((...given) => test.system().send(...given)) as ReturnType<typeof test.system>['send'],
      list: ((definition, query) => test.system().list(definition, query)) as ReturnType<typeof test.system>['list'],
    };
    const actors = createOrderActors({ actors: client });
    const unattributed = createUnattributedOrders({ records, clock: test.time.clock });
    const giveHint = createGiveHint({ orders: actors, assigned: async () => null });
    const unfound = createUnfoundOrders({ records, clock: test.time.clock });
    const takeWebhook = createTakeWebhook({ ramps: [provider.ramp], giveHint, unattributed, unfound, count: count.webhook });
    const askUnfound = createAskUnfound({ ramps: [provider.ramp], giveHint, unattributed, log: silentLog });
    const recheck = createRecheckDelivery({ orders: actors, look });
    return {
      test,
      actors,
      orders: createRampOrders({ ramps: [provider.ramp], orders: actors }),
      takeWebhook,
      unattributed,
      recheck,
      askUnfound: () => unfound.askDue(askUnfound),
    };
  });
  return {
    nodes: made,
    provider,
    metrics,
    store,
    startMs,
    async told(wallet: Address = WALLET): Promise<readonly Notification[]> {
      return (await notifications.list({ wallet, limit: 200 })).notifications.toReversed();
    },
    failTells(fails: boolean) {
      tellFails = fails;
    },
    mine(hash: string, arrived: bigint, isFinal = true) {
      receipts.set(hash, {
        ...{ kind: 'mined', from: WALLET, status: 'success', block: { number: 1, hash: asHash(`0x${'bb'.repeat(32)}`) }, minedAtMs: 0 },
        ...{ isFinal, arrived },
      });
    },
  };
}

export function webhook(said: object): WebhookDelivery {
  const body = new TextEncoder().encode(JSON.stringify(said));
  return { method: 'POST', pathAndQuery: '/api/defi/onramp-money/webhook', headers: new Headers(), body, sender: null };
}
