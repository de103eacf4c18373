import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { PriceSource } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { alice, usdc } from '../../contracts/dca-vault/vault-fixture.ts';
import { createDcaFixture } from './dca-fixture.ts';

/** A simulated off-chain price service with prices for the devnet's tokens. */
let wethUsd = '3200';
const service: PriceSource = {
  name: 'service',
  maxAgeMs: 600_000,
  timeoutMs: 1_000,
  isOffChain: true,
  serves: () => true,
  pricesOf: async (tokens) =>
    new Map(
      tokens.map(({ chainId, address, coingeckoId }) => {
        const usd = coingeckoId === 'devnet-weth' ? wethUsd : '1';
        return [tokenKey(chainId, address), { price: { usd, atMs: dca.system.time.clock.now(), source: 'service' }, reason: null }];
      }),
    ),
};

let dca: Awaited<ReturnType<typeof createDcaFixture>>;
beforeAll(async () => {
  dca = await createDcaFixture({ sources: [service] });
});
afterAll(() => dca[Symbol.asyncDispose]());

test('an order waits while the pools and a price service disagree, whichever is higher, and says so', async () => {
  await dca.open({ amount: usdc(300), frequency: 3, interval: 180 });
  const record = async () => (await dca.recordsOf(alice.address))[0];
  await dca.tick();
  for (const usd of ['3200', '2800']) {
    wethUsd = usd;
    await dca.tick();
    expect(await record()).toMatchObject({ processed: 0, status: 'success', lastSkip: { kind: 'price-disagreement' } });
  }
  wethUsd = '3050';
  for (let minute = 0; minute < 4; minute += 1) await dca.tick();
  expect(await record()).toMatchObject({ processed: expect.any(Number), lastError: null });
  expect(Number((await record())?.processed)).toBeGreaterThan(0);
}, 120_000);
