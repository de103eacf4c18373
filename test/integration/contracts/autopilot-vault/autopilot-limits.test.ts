import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { hasAllCases, nightlyTest } from '../../../support/which-cases.ts';
import { type AutopilotFixture, alice, createAutopilotFixture, DAY, POLICY, usdc, usualLimits } from './autopilot-fixture.ts';

// The time limit is long because several test runs may share the machine. A devnet usually starts in under a second.
setDefaultTimeout(60_000);

let f: AutopilotFixture;
beforeAll(async () => {
  f = await createAutopilotFixture();
});
afterAll(async () => await f.stop());

const today = async (id: bigint) => {
  const { spentToday, tradesToday, dayStart } = await f.agent(id);
  return [spentToday, tradesToday, dayStart];
};
const update = async (id: bigint, limits: Partial<typeof usualLimits>) =>
  await f.act(alice, 'updatePolicy', [id, POLICY, [f.token('USDC'), f.coin.address], { ...usualLimits, ...limits }]);

test('a buy of exactly the limit per trade passes, and one unit more does not', async () => {
  const id = await f.create();
  expect(await f.refusal(id, f.buy(usdc(100) + 1n))).toBe('ExceedsMaxPerTrade');
  expect((await f.trade(id, f.buy(usdc(100)))).amountIn).toBe(usdc(100));
});

test('buys fill the limit per day to the unit', async () => {
  const id = await f.create();
  await f.trade(id, f.buy(usdc(100)));
  await f.trade(id, f.buy(usdc(100)));
  expect(await f.refusal(id, f.buy(usdc(50) + 1n))).toBe('ExceedsMaxPerDay');
  await f.trade(id, f.buy(usdc(50)));
  expect(await f.refusal(id, f.buy(1n))).toBe('ExceedsMaxPerDay');
  expect((await f.agent(id)).spentToday).toBe(usdc(250));
});

test('as many buys as allowed pass, and one more does not', async () => {
  const id = await f.create({ limits: { maxTradesPerDay: 3 } });
  for (let i = 0; i < 3; i++) await f.trade(id, f.buy(1n));
  expect(await f.refusal(id, f.buy(1n))).toBe('ExceedsMaxTradesPerDay');
});

test('a buy counts for 24 hours less a second, across midnight, and no longer', async () => {
  const id = await f.create();
  const midnight = Math.ceil(((await f.now()) + 60) / DAY) * DAY;
  const first = midnight - 5;
  await f.trade(id, f.buy(usdc(100)), first);
  await f.trade(id, f.buy(usdc(100)), midnight);
  // The test crosses midnight, because a limit per calendar day would be reset then, while this limit is for 24 hours.
  expect(await f.refusal(id, f.buy(usdc(51)), midnight + 1)).toBe('ExceedsMaxPerDay');
  expect(await f.refusal(id, f.buy(usdc(51)), first + DAY - 1)).toBe('ExceedsMaxPerDay');
  expect(await f.refusal(id, f.buy(usdc(51)), first + DAY)).toBe('success');
  await f.trade(id, f.buy(usdc(51)), first + DAY);
  expect(await today(id)).toEqual([usdc(151), 2n, BigInt(midnight)]);
  await f.devnet.mine(midnight + DAY);
  expect(await today(id)).toEqual([usdc(51), 1n, BigInt(first + DAY)]);
  await f.devnet.mine(first + 2 * DAY);
  expect(await today(id)).toEqual([0n, 0n, 0n]);
});

test('the number of buys is limited over sliding 24 hours, like their sum', async () => {
  const id = await f.create({ limits: { maxTradesPerDay: 2 } });
  const start = (await f.now()) + 10;
  await f.trade(id, f.buy(1n), start);
  await f.trade(id, f.buy(1n), start + 100);
  expect(await f.refusal(id, f.buy(1n), start + DAY - 1)).toBe('ExceedsMaxTradesPerDay');
  await f.trade(id, f.buy(1n), start + DAY);
  expect(await f.refusal(id, f.buy(1n), start + DAY + 99)).toBe('ExceedsMaxTradesPerDay');
  expect(await f.refusal(id, f.buy(1n), start + DAY + 100)).toBe('success');
});

test('a policy runs to its last second, for buys and sells, and not beyond', async () => {
  const expiry = (await f.now()) + 1_000;
  const id = await f.create({ limits: { expiry: BigInt(expiry) } });
  await f.trade(id, f.buy(usdc(10)));
  expect(await f.refusal(id, f.buy(1n), expiry)).toBe('success');
  expect(await f.refusal(id, f.sell(1n), expiry)).toBe('success');
  expect(await f.refusal(id, f.buy(1n), expiry + 1)).toBe('PolicyExpired');
  expect(await f.refusal(id, f.sell(1n), expiry + 1)).toBe('PolicyExpired');
  await f.trade(id, f.buy(1n), expiry);
  await update(id, { expiry: BigInt(expiry + 5_000) });
  expect(await f.refusal(id, f.buy(1n), expiry + 5_000)).toBe('success');
});

test('sells are counted, and no buy limit refuses them', async () => {
  const id = await f.create({ limits: { maxTradesPerDay: 1 } });
  await f.trade(id, f.buy(usdc(100)));
  await update(id, { maxPerTrade: 0n, maxPerDay: 0n, maxTradesPerDay: 1 });
  for (let i = 0; i < 3; i++) await f.trade(id, f.sell(usdc(20)));
  expect(await f.agent(id)).toMatchObject({ sells: 3n, tradesToday: 1n, spentToday: usdc(100) });
  expect(await f.refusal(id, f.buy(1n))).toBe('ExceedsMaxPerTrade');
});

test('an update with a smaller count still counts every buy of the last day, and a larger one frees what it adds', async () => {
  const id = await f.create({ limits: { maxTradesPerDay: 5 } });
  const start = (await f.now()) + 10;
  for (let i = 0; i < 5; i++) await f.trade(id, f.buy(usdc(10)), start + i * 100);
  await update(id, { maxTradesPerDay: 2 });
  expect(await today(id)).toEqual([usdc(50), 5n, BigInt(start)]);
  // The limit now allows two trades in 24 hours. So the next trade is possible only when the fourth of the five trades is a day old too.
  expect(await f.refusal(id, f.buy(1n), start + 299 + DAY)).toBe('ExceedsMaxTradesPerDay');
  expect(await f.refusal(id, f.buy(1n), start + 300 + DAY)).toBe('success');
  await update(id, { maxTradesPerDay: 6, maxPerDay: usdc(60) });
  expect(await f.refusal(id, f.buy(usdc(10) + 1n))).toBe('ExceedsMaxPerDay');
  await f.trade(id, f.buy(usdc(10)));
  expect(await f.refusal(id, f.buy(1n))).toBe('ExceedsMaxPerDay');
  await update(id, { maxTradesPerDay: 6 });
  expect(await f.refusal(id, f.buy(1n))).toBe('ExceedsMaxTradesPerDay');
});

nightlyTest('the largest count is exact, also after the ring has wrapped around', async () => {
  const id = await f.create({ limits: { maxTradesPerDay: 200 } });
  const start = (await f.now()) + 10;
  for (let i = 0; i < 200; i++) await f.trade(id, f.buy(1n), start + i);
  expect(await f.refusal(id, f.buy(1n), start + DAY - 1)).toBe('ExceedsMaxTradesPerDay');
  await f.trade(id, f.buy(5n), start + DAY);
  expect(await f.refusal(id, f.buy(1n), start + DAY)).toBe('ExceedsMaxTradesPerDay');
  expect(await today(id)).toEqual([204n, 200n, BigInt(start + 1)]);
  expect(await f.refusal(id, f.buy(1n), start + DAY + 1)).toBe('success');
});

// The test sends hundreds of transactions, so it runs only at night.
if (hasAllCases) {
  test('random buys, waits and updates: the vault agrees with a list of all buys, more than a whole ring of them', async () => {
    let seed = 20_260_101;
    const below = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % n;
    };
    const id = await f.create({ limits: { maxTradesPerDay: 200, maxPerDay: usdc(250) } });
    const limits = { ...usualLimits, maxTradesPerDay: 200 };
    const buys: { readonly at: number; readonly amount: bigint }[] = [];
    const counted = (at: number) => buys.filter((buy) => at - buy.at < DAY);
    const sum = (list: typeof buys) => list.reduce((total, { amount }) => total + amount, 0n);
    let [at, refused] = [await f.now(), 0];
    for (let i = 0; i < 320; i++) {
      // At first the trades are seconds apart, so that the ring buffer of recent trades fills; later they are up to hours apart.
      at += i < 230 ? 1 + below(120) : 1 + below(9_000);
      if (i > 230 && below(6) === 0) {
        Object.assign(limits, { maxTradesPerDay: 1 + below(200), maxPerDay: usdc(below(250)) });
        await f.devnet.setNextBlockTimestamp(at);
        await update(id, limits);
        at += 1;
      }
      const amount = BigInt(1 + below(i < 230 ? 2_000_000 : 60_000_000));
      const [spent, count] = [sum(counted(at)), counted(at).length];
      if (spent + amount > limits.maxPerDay || count >= limits.maxTradesPerDay) {
        const expected = spent + amount > limits.maxPerDay ? 'ExceedsMaxPerDay' : 'ExceedsMaxTradesPerDay';
        expect(`step ${i}: ${await f.refusal(id, f.buy(amount), at)}`).toBe(`step ${i}: ${expected}`);
        refused += 1;
        continue;
      }
      await f.trade(id, f.buy(amount), at);
      buys.push({ at, amount });
      if (i % 8 === 0) {
        const list = counted(at);
        expect([i, ...(await today(id))]).toEqual([i, sum(list), BigInt(list.length), BigInt(list[0]?.at ?? 0)]);
      }
      if ((await f.agent(id)).held(f.token('USDC')) === 0n) throw new Error('the budget ran out');
    }
    expect(buys.length).toBeGreaterThan(205);
    expect(refused).toBeGreaterThan(10);
  });
}
