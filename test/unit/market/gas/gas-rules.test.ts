import { describe, expect, test } from 'bun:test';
import { createGasDays, type GasDays } from '../../../../src/market/gas/gas-days.ts';
import type { GasPrice } from '../../../../src/market/gas/gas-prices.ts';
import { createGasPrices } from '../../../../src/market/gas/gas-prices.ts';
import { createGasRepository } from '../../../../src/market/gas/gas-repository.ts';
import { createGasRules, type GasAsk, type GasSettings } from '../../../../src/market/gas/gas-rules.ts';
import { createOldestOpen } from '../../../../src/market/gas/oldest-open.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { parseRational } from '../../../../src/values/rational.ts';
import { asAddress } from '../../../support/branded.ts';

// Tests the limits on the gas that the executor pays for agents and positions of strangers. The record of a blocked trade must contain the
// amounts.

const DAY_MS = 86_400_000;
const NOON = 20_000 * DAY_MS + DAY_MS / 2;
const OFF: GasSettings = {
  ...{ valueFactor: parseRational('0'), exitValueFactor: parseRational('0'), maxUsd: parseRational('0'), maxExitUsd: parseRational('0') },
  ...{ dailyUsdEach: parseRational('0'), dailyUsdPerWallet: parseRational('0'), dailyExitReserveUsd: parseRational('0') },
  dailyUsdPerChain: parseRational('0'),
};
/** A trade like an agent's trade on the devnet: 200,000 gas at one gwei and 3,000 dollars cost 0.60 dollars. */
const TRADE: GasAsk = {
  ...{ chainId: 31337, wallet: asAddress('0xthief'), subject: 'agent-0', key: 'trade-0', gas: 200_000n },
  ...{ worthUsd: parseRational('1'), isExit: false },
};
const GWEI: GasPrice = { weiPerGas: 1_000_000_000n, nativeUsd: parseRational('3000') };
const WEI_OF_TRADE = 200_000n * 1_000_000_000n;

/** Returns a wallet for a name such as `w7`. */
const walletOf = (name: string) => parseAddress(`0x${name.slice(1).padStart(40, '0')}`);

function open(
  settings: Partial<Record<keyof GasSettings, string>>,
  price: GasPrice = GWEI,
  changed: (days: GasDays) => GasDays = (days) => days,
) {
  const clock = { ms: NOON, now: () => clock.ms };
  const records = createMemoryRecordStore({ clock });
  const read = Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, parseRational(text)]));
  const days = changed(createGasDays({ records, clock }));
  const start = () =>
    createGasRules({
      prices: { of: async () => price },
      repository: createGasRepository({ records, clock }),
      days,
      clock,
      settings: { ...OFF, ...read },
    });
  return { clock, start, rules: start(), days };
}

test('an order that is put off for its gas counts once a day, however often it is tried', async () => {
  const { rules, clock, days } = open({ valueFactor: '10', exitValueFactor: '1' });
  const skipped = async () => (await days.today(31337)).skipped;
  for (const key of ['r1/0/1-5', 'r1/0/2-6', 'r1/1/1-7', 'r1/0/3-8']) expect(await rules.admit({ ...TRADE, key })).not.toBeNull();
  expect(await rules.admit({ ...TRADE, key: 'r2/0/1-5', worthUsd: parseRational('6') })).toBeNull();
  expect([await skipped(), (await days.today(31337)).transactions]).toEqual([2, 0]);
  clock.ms += DAY_MS;
  await rules.admit({ ...TRADE, key: 'r1/0/9-9' });
  expect([await skipped(), (await days.last(31337, 9)).map((day) => day.skipped)]).toEqual([1, [1, 2]]);
});

describe('what may be sent at the executor’s expense', () => {
  test('a trade has to be worth a number of times its gas, and an exit a smaller one', async () => {
    const { rules } = open({ valueFactor: '10', exitValueFactor: '1' });
    expect(await rules.admit({ ...TRADE, worthUsd: parseRational('5.99') })).toMatchObject({
      kind: 'not-worth-gas',
      detail: 'The trade is worth $5.99 and its gas would cost $0.60, but a trade must be worth at least 10 times its gas.',
    });
    expect(await rules.admit({ ...TRADE, worthUsd: parseRational('6') })).toBeNull();
    expect(await rules.admit({ ...TRADE, worthUsd: parseRational('0.6'), isExit: true })).toBeNull();
    expect(await rules.admit({ ...TRADE, worthUsd: parseRational('0.59'), isExit: true })).toMatchObject({ kind: 'not-worth-gas' });
    expect(await rules.admit({ ...TRADE, worthUsd: null })).toMatchObject({ kind: 'no-price' });
    expect(await rules.admit({ ...TRADE, worthUsd: null, isExit: true })).toBeNull();
  });

  test('what a rollup charges beside the gas is part of the cost', async () => {
    const { rules } = open({ valueFactor: '10', dailyUsdPerWallet: '1' });
    // The rollup's additional fees of 0.0001 coins, which are $0.30 at a price of $3,000 per coin.
    const onRollup = { ...TRADE, otherFees: 100_000_000_000_000n };
    expect(await rules.admit({ ...onRollup, worthUsd: parseRational('8.99') })).toMatchObject({
      kind: 'not-worth-gas',
      detail: 'The trade is worth $8.99 and its gas would cost $0.90, but a trade must be worth at least 10 times its gas.',
    });
    expect(await rules.admit({ ...onRollup, worthUsd: parseRational('9') })).toBeNull();
    expect(await rules.admit({ ...onRollup, subject: 'other', key: 'k2', worthUsd: parseRational('9') })).toMatchObject({
      kind: 'gas-budget-used',
    });
  });

  test('while gas is above its ceiling, everything but exits waits, up to theirs', async () => {
    const dear = { ...GWEI, weiPerGas: 50_000_000_000n };
    const { rules } = open({ maxUsd: '20', maxExitUsd: '100' }, dear);
    const worth = { worthUsd: parseRational('1000000') };
    expect(await rules.admit({ ...TRADE, ...worth })).toEqual({
      kind: 'gas-price-too-high',
      detail: 'The gas of the transaction would cost $30.00 at 50 gwei, more than the limit of $20.00 for one transaction.',
      untilMs: null,
    });
    expect(await rules.admit({ ...TRADE, ...worth, isExit: true })).toBeNull();
    expect(await rules.admit({ ...TRADE, ...worth, gas: 700_000n, isExit: true })).toMatchObject({ kind: 'gas-price-too-high' });
  });

  test('without a price of the coin only exits go out; without rules nothing is asked', async () => {
    const unknown = { ...GWEI, nativeUsd: null };
    const { rules } = open({ maxUsd: '20' }, unknown);
    expect(await rules.admit(TRADE)).toMatchObject({ kind: 'no-price' });
    expect(await rules.admit({ ...TRADE, isExit: true })).toBeNull();
    expect(await open({}, unknown).rules.admit(TRADE)).toBeNull();
  });

  test('ten agents of one wallet that trade each minute cost no more a day than the wallet may', async () => {
    const { rules, clock } = open({ dailyUsdEach: '10', dailyUsdPerWallet: '50' });
    const sent = new Map<number, number>();
    for (let minute = 0; minute < 3 * 1_440; minute += 1) {
      for (let agent = 0; agent < 10; agent += 1) {
        const key = `trade-${minute}-${agent}`;
        if ((await rules.admit({ ...TRADE, subject: `agent-${agent}`, key })) !== null) continue;
        const day = Math.floor(clock.ms / DAY_MS);
        sent.set(day, (sent.get(day) ?? 0) + 1);
        await rules.settle({ ...TRADE, key, wei: WEI_OF_TRADE });
      }
      clock.ms += 60_000;
    }
    // The daily limit of 50 dollars pays for 83 trades of 0.60 dollars each, out of 14,400 requested ones.
    expect([...sent.values()]).toEqual([83, 83, 83, 83]);
  });

  test('each agent has its own bound, and a refusal says until when, with the amounts', async () => {
    const { rules } = open({ dailyUsdEach: '1', dailyUsdPerWallet: '50' });
    expect(await rules.admit(TRADE)).toBeNull();
    await rules.settle({ ...TRADE, wei: WEI_OF_TRADE });
    expect(await rules.admit({ ...TRADE, key: 'trade-1' })).toEqual({
      kind: 'gas-budget-used',
      detail:
        'Its own daily gas limit (UTC day) does not allow this transaction: $0.60 of $1.00 is spent, and this transaction would cost $0.60.',
      untilMs: 20_001 * DAY_MS,
    });
    expect(await rules.admit({ ...TRADE, subject: 'agent-1', key: 'trade-2' })).toBeNull();
  });

  test('exits have a reserve beyond what buys may use, and no more', async () => {
    const { rules } = open({ dailyUsdEach: '1', dailyUsdPerWallet: '50', dailyExitReserveUsd: '1' });
    await rules.admit(TRADE);
    await rules.settle({ ...TRADE, wei: WEI_OF_TRADE });
    expect(await rules.admit({ ...TRADE, key: 'buy' })).toMatchObject({ kind: 'gas-budget-used' });
    const exit = { ...TRADE, isExit: true };
    for (const key of ['exit-1', 'exit-2']) {
      expect(await rules.admit({ ...exit, key })).toBeNull();
      await rules.settle({ ...exit, key, wei: WEI_OF_TRADE });
    }
    expect(await rules.admit({ ...exit, key: 'exit-3' })).toMatchObject({ kind: 'gas-budget-used' });
  });

  test('the gas of pending transactions counts, that of unsent ones does not, and paid gas replaces the estimate', async () => {
    const { rules } = open({ dailyUsdEach: '10', dailyUsdPerWallet: '1' });
    const other = { ...TRADE, subject: 'agent-1', key: 'trade-1' };
    expect(await rules.admit(TRADE)).toBeNull();
    expect(await rules.admit(other)).toMatchObject({ kind: 'gas-budget-used' });
    await rules.settle({ ...TRADE, wei: 0n });
    expect(await rules.admit(other)).toBeNull();
    await rules.settle({ ...other, wei: WEI_OF_TRADE / 10n });
    expect(await rules.admit(TRADE)).toBeNull();
  });

  test('an outcome that is reported twice is charged once, and an unreadable one with its reserved amount', async () => {
    const { rules } = open({ dailyUsdEach: '10', dailyUsdPerWallet: '1.5' });
    await rules.admit(TRADE);
    await rules.settle({ ...TRADE, wei: null });
    await rules.settle({ ...TRADE, wei: WEI_OF_TRADE });
    expect(await rules.admit({ ...TRADE, key: 'trade-1' })).toBeNull();
    await rules.settle({ ...TRADE, key: 'trade-1', wei: WEI_OF_TRADE });
    expect(await rules.admit({ ...TRADE, key: 'trade-2' })).toMatchObject({ kind: 'gas-budget-used' });
  });

  test('a trade that is planned again is reserved once: an agent has one trade in flight', async () => {
    const { rules } = open({ dailyUsdEach: '10', dailyUsdPerWallet: '1' });
    for (let i = 0; i < 5; i += 1) expect(await rules.admit({ ...TRADE, key: `trade-${i}` })).toBeNull();
  });

  test('a chain has a limit for all wallets together, which exits pass and other chains do not share', async () => {
    const { rules, clock, days, start } = open({ dailyUsdEach: '100', dailyUsdPerWallet: '100', dailyUsdPerChain: '2' });
    const by = (name: string, more: Partial<GasAsk> = {}): GasAsk => ({
      ...TRADE,
      wallet: walletOf(name),
      subject: name,
      key: name,
      ...more,
    });
    expect(await Promise.all(['w1', 'w2', 'w3'].map((wallet) => rules.admit(by(wallet))))).toEqual([null, null, null]);
    expect(await rules.admit(by('w4'))).toEqual({
      kind: 'gas-budget-used',
      detail:
        "The executor's daily gas limit on chain 31337 (UTC day) does not allow this transaction: $1.80 of $2.00 is spent, and this transaction would cost $0.60.",
      untilMs: 20_001 * DAY_MS,
    });
    expect(await rules.admit(by('w4', { chainId: 1 }))).toBeNull();
    expect(await rules.admit(by('w5', { isExit: true }))).toBeNull();
    // Reports the actual costs of the admitted trades: `w1` was never sent, `w2` cost a tenth of its estimate, and the cost of `w3` is
    // unknown, so its estimate counts.
    await rules.settle({ ...by('w1'), wei: 0n });
    await rules.settle({ ...by('w2'), wei: WEI_OF_TRADE / 10n });
    await rules.settle({ ...by('w3'), wei: null });
    await rules.settle({ ...by('w5'), wei: WEI_OF_TRADE });
    await rules.settle({ ...by('w5'), wei: WEI_OF_TRADE });
    expect(await days.today(31337)).toMatchObject({ wei: String((WEI_OF_TRADE * 11n) / 10n), transactions: 3 });
    // Each cost must be rounded up to a millionth of a dollar.
    expect((await days.today(31337)).microUsd).toBe(1_260_003);
    clock.ms += 2_000;
    expect(await start().admit(by('w6'))).toBeNull();
    clock.ms += DAY_MS;
    expect(await rules.admit(by('w7'))).toBeNull();
    expect(await days.last(31337, 30)).toHaveLength(1);
  });

  test('a cost counts for the chain while it changes from one in flight to one that was paid', async () => {
    const written = Promise.withResolvers<void>();
    const slow = (days: GasDays): GasDays => ({ ...days, add: async (...paid) => await written.promise.then(() => days.add(...paid)) });
    const { rules } = open({ dailyUsdEach: '100', dailyUsdPerWallet: '100', dailyUsdPerChain: '1' }, GWEI, slow);
    expect(await rules.admit(TRADE)).toBeNull();
    const settling = rules.settle({ ...TRADE, wei: WEI_OF_TRADE });
    const other = { ...TRADE, wallet: walletOf('w2'), subject: 'agent-1', key: 'trade-1' };
    expect(await rules.admit(other)).toMatchObject({ kind: 'gas-budget-used' });
    written.resolve();
    await settling;
    expect(await rules.admit(other)).toMatchObject({ kind: 'gas-budget-used' });
  });

  test('many outcomes at once on two nodes are all in the sum of the day', async () => {
    const { start, days } = open({ dailyUsdEach: '100', dailyUsdPerWallet: '100' });
    const nodes = [start(), start()];
    const asks = Array.from({ length: 40 }, (_, i) => ({ ...TRADE, wallet: walletOf(`w${i}`), key: `k${i}`, subject: `s${i}` }));
    await Promise.all(asks.map((ask, i) => nodes[i % 2]?.admit(ask)));
    await Promise.all(asks.map((ask, i) => nodes[i % 2]?.settle({ ...ask, wei: WEI_OF_TRADE })));
    expect(await days.today(31337)).toMatchObject({ transactions: 40, wei: String(40n * WEI_OF_TRADE) });
  });

  test('a restart, and another node on the same store, forget nothing', async () => {
    const { rules, start } = open({ dailyUsdEach: '10', dailyUsdPerWallet: '1' });
    const twenty = Array.from({ length: 20 }, (_, i) => ({ ...TRADE, subject: `agent-${i}`, key: `trade-${i}` }));
    const answers = await Promise.all(twenty.flatMap((ask, i) => (i % 2 === 0 ? rules : start()).admit(ask)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(await start().admit(TRADE.subject === 'agent-0' ? { ...TRADE, subject: 'late', key: 'late' } : TRADE)).toMatchObject({
      kind: 'gas-budget-used',
    });
  });
});

describe('what gas costs', () => {
  test('is read once in a tick, and the coin’s last price is used for a day', async () => {
    const clock = { ms: NOON, now: () => clock.ms };
    let [fees, asked, usd] = [0, 0, '3000' as string | null];
    const prices = createGasPrices({
      feesOf: async () => {
        fees += 1;
        return { kind: 'eip1559', maxFeePerGas: 21_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
      },
      networks: { get: async () => null },
      tokens: { find: async () => null },
      prices: {
        priceOf: async (token) => {
          asked += 1;
          expect(token.address).toBe(NATIVE_ADDRESS);
          return usd === null ? { price: null, reason: 'timeout' } : { price: { usd, atMs: clock.ms, source: 's' }, reason: null };
        },
      },
      clock,
      keepMs: 20_000,
    });
    const all = await Promise.all(Array.from({ length: 100 }, () => prices.of(1)));
    expect(all[99]).toEqual({ weiPerGas: 11_000_000_000n, nativeUsd: parseRational('3000') });
    expect([fees, asked]).toEqual([1, 1]);
    usd = null;
    clock.ms += DAY_MS;
    expect((await prices.of(1)).nativeUsd).toEqual(parseRational('3000'));
    clock.ms += 60_000;
    expect((await prices.of(1)).nativeUsd).toBeNull();
  });
});

describe('the oldest of a wallet', () => {
  test('are executed, up to a number, and the next one is when an older one has ended', async () => {
    const clock = { ms: NOON, now: () => clock.ms };
    let looks = 0;
    let open = ['a', 'b', 'c', 'd'];
    const openOf = async (_: string, limit: number) => {
      looks += 1;
      return open.slice(0, limit);
    };
    const isAmongOldest = createOldestOpen({ openOf, most: 2, clock, keepMs: 20_000 });
    const executed = async () => {
      const answers = await Promise.all(open.map(async (id) => ((await isAmongOldest(asAddress('0xw'), id)) ? [id] : [])));
      return answers.flat();
    };
    expect(await executed()).toEqual(['a', 'b']);
    expect(looks).toBe(1);
    open = ['b', 'c', 'd'];
    clock.ms += 60_000;
    expect(await executed()).toEqual(['b', 'c']);
    const noBound = createOldestOpen({ openOf, most: 0, clock, keepMs: 20_000 });
    expect(await noBound(asAddress('0xw'), 'd')).toBe(true);
    expect(looks).toBe(2);
  });
});
