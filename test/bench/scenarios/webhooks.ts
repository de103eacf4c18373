import { createRampOrderActor } from '../../../actors/ramp-order/effects.ts';
import { createOrderActors } from '../../../actors/ramp-order/orders-client.ts';
import { createGiveHint } from '../../../src/features/ramps/orders/give-hint.ts';
import { createTakeWebhook } from '../../../src/features/ramps/orders/take-webhook.ts';
import { alchemyPayTraits, createAlchemyPay } from '../../../src/features/ramps/providers/alchemy-pay.ts';
import { alchemyPayBody, alchemyPaySign } from '../../../src/features/ramps/providers/alchemy-pay-signature.ts';
import type { WebhookDelivery } from '../../../src/features/ramps/ramp-provider.ts';
import type { RegisteredRamp } from '../../../src/features/ramps/registry.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { parseWallet } from '../../../src/values/parse-wallet.ts';
import type { RampReport } from '../../../src/values/ramp-order.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { walletOf } from '../support/fill-store.ts';
import { median, timed } from '../support/measure.ts';

// Measures signed webhooks that are verified and noted by their orders, which ask their provider in the background (at once in memory).
// The reference are durable asks. Of both, 64 are in flight, and they are measured alternately in this process.
const ROUNDS = 5;
const WEBHOOKS = 10_000;
const ORDERS = 2_000;
const IN_FLIGHT = 64;
const KEYS = { appId: 'app', apiSecret: 'secret' };
const PATH = '/api/defi/alchemy-pay/webhook';

using folder = tempFolder();
const asking = createBenchSystem(folder.file('asks.db'));
const refs = Array.from({ length: ORDERS }, (_, i) => asking.system.of(benchActor, `p${i}`));
await Promise.all(refs.map((ref, i) => ref.create({ wallet: walletOf(i), nextOrderAtMs: 0 })));

const report: RampReport = {
  ...{ orderId: null, status: 'paid', providerStatus: 'PAY_SUCCESS', fiatAmount: '200', cryptoAmount: '210', destination: null },
  ...{ transactionHash: null, refundedAmount: null, message: null },
};
const following = createBenchSystem(folder.file('orders.db'), {
  actor: createRampOrderActor({ ask: async () => ({ report, arrival: null }), tell: async () => undefined }),
});
const orders = createOrderActors({ actors: following.system });
const provider = createAlchemyPay({ http: null as never, keys: KEYS, clock: systemClock, pageUrl: 'https://ramp.alchemypay.org' });
const ramp: RegisteredRamp = {
  ...{ traits: alchemyPayTraits, provider, missing: [], breaker: null as never, pausedUntilMs: () => null },
  call: (_kind, work) => work(provider, new AbortController().signal),
};
const take = createTakeWebhook({
  ...{ ramps: [ramp], giveHint: createGiveHint({ orders, assigned: async () => null }), count: () => undefined },
  ...{ unattributed: { note: async () => undefined }, unfound: { keep: async () => undefined } },
});

async function createOrders(): Promise<readonly string[]> {
  const references = Array.from({ length: ORDERS }, () => crypto.randomUUID());
  await Promise.all(
    references.map((reference, i) =>
      orders.create({
        terms: {
          ...{ reference, provider: 'alchemy-pay', side: 'buy', wallet: parseWallet(walletOf(i)), crypto: 'USDC', network: 'BASE' },
          ...{ chainId: null, token: null, fiat: 'EUR', fiatNetwork: null, amount: '200', amountOf: 'fiat' },
        },
        findsByReference: true,
        createdAtMs: Date.now(),
      }),
    ),
  );
  return references;
}

function webhookOf(reference: string, no: number): WebhookDelivery {
  const said = { appId: KEYS.appId, orderNo: `o-${reference}`, merchantOrderNo: reference, status: `PAY_SUCCESS${no}`, fiat: 'EUR' };
  const timestamp = '1700000000000';
  const newSignature = alchemyPaySign(KEYS.apiSecret, { timestamp, method: 'POST', path: PATH, body: alchemyPayBody(said) });
  const body = Buffer.from(JSON.stringify({ ...said, newSignature }));
  return { method: 'POST', pathAndQuery: PATH, headers: new Headers({ timestamp }), body, sender: null };
}

async function perSecond(count: number, work: (i: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const client = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  return (count / (await timed(() => Promise.all(Array.from({ length: IN_FLIGHT }, client))))) * 1_000;
}

let order = 0;
const ask = async (i: number) => {
  order += 1;
  await refs[i % ORDERS]?.ask({ type: 'FILL', order, spent: '1000000', received: '271828' });
};
const rates: Round[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const references = await createOrders();
  const webhooks = Array.from({ length: WEBHOOKS }, (_, i) => webhookOf(references[i % ORDERS] ?? '', Math.floor(i / ORDERS)));
  const before = await perSecond(WEBHOOKS, ask);
  const ours = await perSecond(WEBHOOKS, async (i) => {
    const webhook = webhooks[i];
    if (webhook !== undefined) await take('alchemy-pay', webhook);
  });
  const after = await perSecond(WEBHOOKS, ask);
  // The first round warms up.
  if (round >= 0) rates.push({ ours, reference: (before + after) / 2 });
}
await asking.close();
await following.close();

const note = `${WEBHOOKS} signed webhooks of ${ORDERS} orders, SQLite synchronous=FULL; medians of ${ROUNDS} rounds`;
console.log(JSON.stringify([benchLine('signed webhooks, 64 in flight, over durable asks', 'webhooks/s', rates, '>= 0.3', note, median)]));
