import { describe, expect, test } from 'bun:test';
import type { ProfitFill } from '../../../../src/features/profit/fill.ts';
import { type Ledger, ledgerOf } from '../../../../src/features/profit/ledger.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { toBaseUnits } from '../../../../src/values/base-units.ts';
import { utcDayOf } from '../../../../src/values/utc-day.ts';

const TOKENS = ['a', 'b', 'c'].map((digit) => parseAddress(`0x${digit.repeat(40)}`));
const [TOKEN = parseAddress(`0x${'a'.repeat(40)}`)] = TOKENS;
const DAY = 86_400_000;

const fill = (side: 'buy' | 'sell', quantity: bigint, budget: bigint, more: Partial<ProfitFill> = {}): ProfitFill => ({
  ...{ id: 'x', atMs: 0, txHash: null, token: TOKEN, fee: 0n, gas: null, side, quantity, budget },
  ...more,
});

describe('the ledger', () => {
  test('a sale is compared with the average cost of what was bought, fees included', () => {
    // 10 for 100, 10 for 200: 15 each on average. 5 for 100 cost 75.
    const ledger = ledgerOf([fill('buy', 10n, 100n, { fee: 1n }), fill('buy', 10n, 200n), fill('sell', 5n, 100n, { atMs: DAY })]);
    const sums = ledger.tokens.get(TOKEN);
    expect(sums).toMatchObject({ bought: 20n, sold: 5n, spent: 300n, received: 100n, realised: 25n });
    expect(sums?.left).toEqual({ quantity: '15', cost: '225' } as never);
    expect(ledger.fees).toBe(1n);
    expect(ledger.capital).toBe(300n);
    expect([...ledger.days].map(([day, { realised, fills }]) => [day, realised, fills])).toEqual([
      [0, 0n, 2],
      [1, 25n, 1],
    ]);
  });

  test('proceeds of tokens that were deposited have no cost, and are told apart', () => {
    // 4 were bought for 40. Of the 10 that were sold for 200, the other 6 were the owner's.
    const sums = ledgerOf([fill('buy', 4n, 40n), fill('sell', 10n, 200n)]).tokens.get(TOKEN);
    expect(sums).toMatchObject({ realised: 40n, withoutCost: 120n, left: null });
  });

  test('a fee on a sale is worth its share of what the rest was sold for', () => {
    expect(ledgerOf([fill('buy', 100n, 100n), fill('sell', 100n, 198n, { fee: 1n })]).fees).toBe(2n);
  });

  test('capital counts what was in the market at one time, and not money that came back', () => {
    expect(ledgerOf([fill('buy', 1n, 100n), fill('sell', 1n, 100n), fill('buy', 1n, 100n)]).capital).toBe(100n);
  });
});

/** Gas by hand, with whole numbers only: wei times cents, so 10^-20 dollars. */
function gasByHand(fills: readonly ProfitFill[]) {
  let [wei, dust, unknown] = [0n, 0n, 0];
  for (const { gas } of fills) {
    wei += BigInt(gas?.wei ?? 0);
    if (gas?.nativeUsd === undefined) unknown += 1;
    else dust += BigInt(gas.wei) * BigInt(gas.nativeUsd.replace('.', ''));
  }
  return { wei, dust, unknown };
}

/** The gas of a ledger in the unit of `gasByHand`. */
function gasOf({ wei, usd, unknown }: Ledger['gas']) {
  return { wei, dust: (usd.numerator * 10n ** 20n) / usd.denominator, unknown };
}

/** A ledger kept by hand: a pool of each token, and what each entry took out of it. */
function byHand(fills: readonly ProfitFill[]) {
  const pools = new Map<string, { quantity: bigint; cost: bigint }>();
  const [realised, paidFor] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const { token, side, quantity, budget } of fills) {
    const pool = pools.get(token) ?? { quantity: 0n, cost: 0n };
    pools.set(token, pool);
    if (side === 'buy') {
      pool.quantity += quantity;
      pool.cost += budget;
      paidFor.set(token, (paidFor.get(token) ?? 0n) + budget);
      continue;
    }
    const own = quantity > pool.quantity ? pool.quantity : quantity;
    const cost = own === 0n ? 0n : own === pool.quantity ? pool.cost : (pool.cost * own) / pool.quantity;
    pool.quantity -= own;
    pool.cost -= cost;
    realised.set(token, (realised.get(token) ?? 0n) + (own === 0n ? 0n : (budget * own) / quantity) - cost);
  }
  return { pools, realised, paidFor };
}

/** Gas at the price of its time, of unknown price, or unknown altogether. */
function randomGas(next: (below: number) => number): ProfitFill['gas'] {
  if (next(8) === 0) return null;
  const wei = toBaseUnits(BigInt(1 + next(1_000_000_000)) * BigInt(1 + next(1_000_000)));
  return next(8) === 0 ? { wei } : { wei, nativeUsd: `${next(5_000)}.${10 + next(90)}` };
}

function randomFills(seed: number): ProfitFill[] {
  let state = BigInt(seed) * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n;
  const next = (below: number): number => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(below));
  };
  const size = () => BigInt(1 + next(1_000_000)) ** BigInt(1 + next(4));
  return Array.from({ length: 1 + next(60) }, (_, index) => {
    const side = next(3) === 0 ? 'sell' : 'buy';
    const quantity = size();
    const fee = next(4) === 0 ? quantity / 200n : 0n;
    const token = TOKENS[next(TOKENS.length)] ?? TOKEN;
    return fill(side, quantity, size(), { id: `${index}`, atMs: index * (DAY / 4), fee, token, gas: randomGas(next) });
  });
}

test('300 random histories agree with a ledger kept by hand, to the unit', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const fills = randomFills(seed);
    const ledger = ledgerOf(fills);
    const hand = byHand(fills);
    let realised = 0n;
    for (const [token, sums] of ledger.tokens) {
      const pool = hand.pools.get(token);
      const left = { quantity: BigInt(sums.left?.quantity ?? 0), cost: BigInt(sums.left?.cost ?? 0) };
      expect({ seed, ...left }).toEqual({ seed, quantity: pool?.quantity ?? 0n, cost: pool?.cost ?? 0n });
      expect({ seed, realised: sums.realised }).toEqual({ seed, realised: hand.realised.get(token) ?? 0n });
      // Nothing is lost: what was paid is the cost of what is left and of what was sold.
      const costOfSales = ledger.lines.reduce((sum, line) => (line.fill.token === token ? sum + line.cost : sum), 0n);
      expect({ seed, paid: costOfSales + left.cost }).toEqual({ seed, paid: hand.paidFor.get(token) ?? 0n });
      realised += sums.realised;
    }
    const days = [...ledger.days.values()];
    expect(days.reduce((sum, day) => sum + day.realised, 0n)).toBe(realised);
    expect(days.reduce((sum, day) => sum + day.fills, 0)).toBe(fills.length);
    expect({ seed, ...gasOf(ledger.gas) }).toEqual({ seed, ...gasByHand(fills) });
    for (const [day, sums] of ledger.days)
      expect({ seed, day, ...gasOf(sums.gas) }).toEqual({ seed, day, ...gasByHand(fills.filter(({ atMs }) => utcDayOf(atMs) === day)) });
    // A fill that a reorg removes, and that comes back in another block, changes nothing but its own place.
    expect(ledgerOf([...fills])).toEqual(ledger);
  }
});
