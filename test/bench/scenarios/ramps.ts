import { createOffers } from '../../../src/features/ramps/create-offers.ts';
import type { OfferInput } from '../../../src/features/ramps/offer.ts';
import { type RampName, rampNames } from '../../../src/features/ramps/ramp-provider.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { catalogueOf, offered, stubRamp } from '../../unit/features/ramps/ramp-bench.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { median, timed } from '../support/measure.ts';

// Measures the offers of all five ramp providers over those of the slowest one alone. The providers are HTTP requests to a server in this
// process, which answers each of them after its own time. Both are measured alternately, each time with another amount, because the same
// request is answered from memory.
const ROUNDS = 15;
const ANSWERS_AFTER_MS: Readonly<Record<RampName, number>> = {
  'onramp-money': 120,
  guardarian: 300,
  'alchemy-pay': 180,
  transak: 60,
  banxa: 240,
};
const SLOWEST = 'guardarian';

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const name = new URL(request.url).pathname.slice(1);
    await Bun.sleep(ANSWERS_AFTER_MS[rampNames.find((each) => each === name) ?? SLOWEST]);
    return Response.json({ received: '210' });
  },
});
const providers = rampNames.map((name) =>
  stubRamp(name, {
    async offer({ amount }, signal) {
      const reply = await fetch(`http://127.0.0.1:${server.port}/${name}`, { signal });
      const { received } = (await reply.json()) as { readonly received: string };
      return offered(amount, received);
    },
  }),
);
const catalogues = { read: async (name: RampName) => catalogueOf(name), refresh: async () => Promise.reject(new Error('not expected')) };
const offers = createOffers({ providers, catalogues, totalTimeoutMs: 8_000, clock: systemClock, log: silentLog });
const signal = new AbortController().signal;

let amount = 100;
function nextInput(): OfferInput {
  amount += 1;
  const coin = { crypto: 'USDC', network: 'base' };
  return { side: 'buy', fiat: 'EUR', coin, country: null, method: null, amount: String(amount), amountOf: 'fiat' };
}

const rounds: Round[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const reference = await timed(() => offers.one(SLOWEST, nextInput(), signal));
  const ours = await timed(async () => {
    const { offers: found } = await offers.all(nextInput(), signal);
    if (found.length !== rampNames.length) throw new Error(`${found.length} providers made an offer`);
  });
  // The first round warms up.
  if (round >= 0) rounds.push({ ours, reference });
}
await server.stop(true);

const note = `answers after ${Object.values(ANSWERS_AFTER_MS)
  .sort((a, b) => a - b)
  .join(', ')} ms; medians of ${ROUNDS} rounds`;
console.log(JSON.stringify([benchLine("five providers' offers over the slowest alone", 'ms', rounds, '<= 1.05', note, median)]));
