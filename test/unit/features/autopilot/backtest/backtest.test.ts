import { describe, expect, test } from 'bun:test';
import { runAgentBacktest } from '../../../../../actors/autopilot-agent/backtest.ts';
import { type BacktestReport, createBacktest } from '../../../../../src/features/autopilot/backtest/create-backtest.ts';
import type { PriceHistory } from '../../../../../src/features/autopilot/backtest/price-history.ts';
import type { BacktestCosts } from '../../../../../src/values/autopilot/backtest.ts';
import type { AutopilotPolicy } from '../../../../../src/values/autopilot/policy.ts';
import { asHash, asUnits } from '../../../../support/branded.ts';
import { someOf } from '../../../../support/which-cases.ts';
import { budgetToken, fiveStrategies, fiveTokenPath, fiveTokens, START_MS, usdc, weth } from './five-strategies.ts';

const backtest = createBacktest({ run: runAgentBacktest, guard: { maxAgeMs: 120_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 } });
const FREE = { feeBps: 0, slippageBps: 0, vaultFeeBps: 0 };

async function run(
  history: PriceHistory,
  policy: AutopilotPolicy = fiveStrategies,
  costs: BacktestCosts = { feeBps: 30, slippageBps: 10, vaultFeeBps: 0 },
): Promise<BacktestReport> {
  const running = backtest({ policy, policyHash: asHash('0x01'), tokens: fiveTokens, budgetToken, history, budget: '10000', costs });
  for (;;) {
    const step = await running.next();
    if (step.done === true) return step.value;
  }
}

const hours = (usds: readonly number[]): PriceHistory => ({
  tokens: [usdc, weth],
  rows: usds.map((usd, index) => ({ atMs: START_MS + index * 3_600_000, prices: { [usdc]: '1', [weth]: String(usd) } })),
});

const only = (strategies: AutopilotPolicy['strategies']): AutopilotPolicy => ({ ...fiveStrategies, strategies });

describe('a backtest', () => {
  test('buys and sells at the prices of its moment, less the costs, to the unit', async () => {
    const policy = only([
      { id: 'stop', type: 'stop_loss', token: weth, lossBps: 1_000, sellBps: 10_000 },
      { id: 'dca', type: 'dca', tokenOut: weth, amount: '100', intervalSeconds: 86_400, maxRuns: 1 },
    ]);
    const { result, summary } = await run(hours([2_000, 2_000, 1_900, 1_700, 1_700]), policy, { ...FREE, feeBps: 30, slippageBps: 20 });
    // 100 USDC buy WETH at 2,000 dollars minus 50 bps of costs, and the stop sells it at 1,700 dollars minus 50 bps.
    expect(result.trades.map(({ intent, fill }) => [intent.side, fill.amountIn, fill.amountOut])).toEqual([
      ['buy', asUnits('100000000'), asUnits('49750000000000000')],
      ['sell', asUnits('49750000000000000'), asUnits('84152125')],
    ]);
    expect(result.trades[1]?.atMs).toBe(START_MS + 3 * 3_600_000);
    expect(result.balances).toEqual({ [usdc]: asUnits('9984152125'), [weth]: asUnits('0') });
    expect(summary).toMatchObject({ buys: 1, sells: 1, points: 5, costBasis: {} });
  });

  test("takes the vault's fee from what is spent, on buys and on sales, and sums it by token", async () => {
    const policy = only([
      { id: 'stop', type: 'stop_loss', token: weth, lossBps: 1_000, sellBps: 10_000 },
      { id: 'dca', type: 'dca', tokenOut: weth, amount: '100', intervalSeconds: 86_400, maxRuns: 1 },
    ]);
    const prices = hours([2_000, 2_000, 1_900, 1_700, 1_700]);
    const { result, summary } = await run(prices, policy, { ...FREE, vaultFeeBps: 100 });
    // With a vault fee of 1 %, 99 of 100 USDC buy WETH at 2,000 dollars, and 99 % of this WETH is sold at 1,700 dollars.
    expect(result.trades.map(({ fill }) => [fill.amountIn, fill.amountOut, fill.fee])).toEqual([
      [asUnits('100000000'), asUnits('49500000000000000'), asUnits('1000000')],
      [asUnits('49500000000000000'), asUnits('83308500'), asUnits('495000000000000')],
    ]);
    expect(result.balances).toEqual({ [usdc]: asUnits('9983308500'), [weth]: asUnits('0') });
    expect(summary).toMatchObject({ vaultFeeBps: 100, fees: { [usdc]: '1000000', [weth]: '495000000000000' } });
    expect(summary.warnings).not.toContainEqual(expect.stringContaining('vault'));
  });

  test('says that the fee of the vault is not known, and takes none', async () => {
    const policy = only([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '100', intervalSeconds: 86_400, maxRuns: 1 }]);
    const { result, summary } = await run(hours([2_000, 2_000]), policy, { ...FREE, vaultFeeBps: null });
    expect(result.trades.map(({ fill }) => [fill.amountOut, fill.fee])).toEqual([[asUnits('50000000000000000'), undefined]]);
    expect(summary).toMatchObject({ vaultFeeBps: null, fees: {} });
    expect(summary.warnings).toContainEqual(expect.stringContaining('`vaultFeeBps`'));
  });

  test('obeys the limits on chain, and counts how often they applied', async () => {
    const policy: AutopilotPolicy = {
      ...only([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '400', intervalSeconds: 3_600 }]),
      limits: { ...fiveStrategies.limits, maxPerTradeUsd: 400, maxPerDayUsd: 1_000, maxTradesPerDay: 12 },
    };
    const { result, summary } = await run(hours(Array.from({ length: 49 }, () => 2_000)), policy, FREE);
    // The daily limit of 1,000 USDC allows two buys of 400, but not three: two on each of two days, and one in the first hour of the third
    // day.
    expect(result.trades).toHaveLength(5);
    expect(Number(summary.limitHits)).toBeGreaterThan(0);
  });

  test('computes the largest drawdown, and draws the curve', async () => {
    const policy = only([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '400', intervalSeconds: 86_400, maxRuns: 1 }]);
    const { result, svg } = await run(hours([2_000, 2_000, 4_000, 1_000, 3_000]), policy, FREE);
    // The portfolio is 9,600 USDC and 0.2 WETH. It is worth 10,400 dollars at the highest price and 9,800 at the lowest, a drawdown of 5.77
    // %.
    expect(result).toMatchObject({ maxDrawdownBps: 577, maxDrawdownAtMs: START_MS + 3 * 3_600_000 });
    expect(svg).toStartWith('<svg');
    expect(svg).toContain('deepest fall 5.77 %');
  });

  // The usual test run tests only some of these cases, because each takes two seconds of processor time.
  test.each(someOf([1, 2, 3]))(
    'uses no later price: trades before a cut are the same without the history after it (seed %d)',
    async (seed) => {
      const history = fiveTokenPath(seed, 12_000);
      const whole = await run(history);
      expect(whole.result.trades.length).toBeGreaterThan(10);
      for (const cut of [1_003, 5_001, 9_017]) {
        const part = await run({ ...history, rows: history.rows.slice(0, cut) });
        const lastMs = history.rows[cut - 1]?.atMs ?? 0;
        // A backtest replaces the policy's expiry by one at the end of its history. Both runs get the same expiry here, so that a
        // difference can only come from later prices.
        expect(part.result.trades, `cut ${cut}`).toEqual(whole.result.trades.filter(({ atMs }) => atMs <= lastMs));
      }
    },
  );

  test('says how good it was: each trade, win rate, profit factor, costs, the fall with its dates, and against holding', async () => {
    const policy = only([
      { id: 'profit', type: 'take_profit', token: weth, gainBps: 4_000, sellBps: 10_000, cooldownSeconds: 3_600 },
      { id: 'stop', type: 'stop_loss', token: weth, lossBps: 1_000, sellBps: 10_000 },
      { id: 'dca', type: 'dca', tokenOut: weth, amount: '400', intervalSeconds: 14_400, maxRuns: 2 },
    ]);
    // Buys at 2,000, sells at 3,000 (a profit of 200), buys at 3,000 and sells at 2,400 (a loss of 80).
    const { assessment, summary } = await run(hours([2_000, 2_000, 3_000, 3_000, 3_000, 2_400, 2_400, 2_400, 4_000]), policy, FREE);
    const round = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000);
    expect(
      assessment.rows.map(({ side, symbol, amount, price, profit }) => [side, symbol, round(amount), round(price), round(profit)]),
    ).toEqual([
      ['buy', 'WETH', 0.2, 2_000, null],
      ['sell', 'WETH', 0.2, 3_000, 200],
      ['buy', 'WETH', 0.133, 3_000, null],
      ['sell', 'WETH', 0.133, 2_400, -80],
    ]);
    expect(assessment.rows[0]?.reason).toContain('.');
    expect(assessment).toMatchObject({ wins: 1, losses: 1, winRateBps: 5_000, feesUsd: { vault: 0, pools: 0, slippage: 0 } });
    expect([round(assessment.gained), round(assessment.lost), round(assessment.profitFactor)]).toEqual([200, 80, 2.5]);
    expect(summary).toMatchObject({
      ...{ endValue: 10_119.999999, wins: 1, maxDrawdownAt: new Date(START_MS + 5 * 3_600_000).toISOString(), maxDrawdownOver: null },
      maxDrawdownFrom: new Date(START_MS + 2 * 3_600_000).toISOString(),
      // All tokens of the policy that have prices, which is WETH alone: it doubles.
      hold: { tokens: ['WETH'], endValue: 20_000, returnBps: 10_000, maxDrawdownBps: 2_000 },
    });
  });

  test('counts the costs of trades in dollars, and takes the costs of one trade from holding too', async () => {
    const policy = only([{ id: 'dca', type: 'dca', tokenOut: weth, amount: '400', intervalSeconds: 86_400, maxRuns: 1 }]);
    const costs = { feeBps: 30, slippageBps: 10, vaultFeeBps: 100 };
    const { assessment } = await run(hours([2_000, 2_000, 2_000]), policy, costs);
    expect(assessment.feesUsd).toEqual({ vault: 4, pools: 1.188, slippage: 0.396 });
    expect(assessment.hold?.endValue).toBeCloseTo(10_000 * 0.99 * 0.996, 6);
    expect(assessment).toMatchObject({ winRateBps: null, profitFactor: null });
  });

  test('warns when the history is coarser than a time span of the policy', async () => {
    const dip = {
      id: 'dip',
      type: 'dip_buy',
      tokenOut: weth,
      amount: '400',
      dropBps: 1_000,
      lookbackSeconds: 1_800,
      cooldownSeconds: 3_600,
    };
    const { summary } = await run(hours([2_000, 2_000, 2_000]), only([dip as AutopilotPolicy['strategies'][number]]), FREE);
    expect(summary.warnings).toContainEqual(
      'The rows are usually 3600 seconds apart, which is coarser than the lookbackSeconds of the strategy "dip" of 1800 seconds: its time window contains only one price at a time, so the strategy never finds a fall of the price. Use a history with a row at least every 1800 seconds.',
    );
    expect(summary.warnings).not.toContainEqual(expect.stringContaining('cooldownSeconds'));
  });

  const minutes = (weths: readonly (number | null)[], apartMs = 60_000): PriceHistory => ({
    tokens: [usdc, weth],
    rows: weths.map((usd, index) => ({
      atMs: START_MS + index * apartMs,
      prices: { [usdc]: '1', ...(usd === null ? {} : { [weth]: String(usd) }) },
    })),
  });
  const buyAnd = (...exits: AutopilotPolicy['strategies']) =>
    only([...exits, { id: 'dca', type: 'dca', tokenOut: weth, amount: '400', intervalSeconds: 86_400, maxRuns: 1 }]);

  test('a wrong price that nothing confirms but empty cells sells nothing; one that the next row confirms does', async () => {
    const policy = buyAnd({ id: 'stop', type: 'stop_loss', token: weth, lossBps: 1_000, sellBps: 10_000 });
    const unconfirmed = await run(minutes([2_000, 2_000, 1_500, null, null, null, 2_000, 2_000]), policy, FREE);
    expect(unconfirmed.summary).toMatchObject({ buys: 1, sells: 0 });
    const confirmed = await run(minutes([2_000, 2_000, 1_500, 1_500, null, null, 2_000]), policy, FREE);
    expect(confirmed.result.trades.map(({ intent, atMs }) => [intent.side, atMs - START_MS])).toEqual([
      ['buy', 0],
      ['sell', 180_000],
    ]);
  });

  test('a dip that nothing confirms but empty cells, or that is too old, buys nothing; one that the next row confirms does', async () => {
    const dip = {
      id: 'dip',
      type: 'dip_buy',
      tokenOut: weth,
      amount: '400',
      dropBps: 1_000,
      lookbackSeconds: 3_600,
      cooldownSeconds: 60,
    };
    const policy = only([dip as AutopilotPolicy['strategies'][number]]);
    const boughtAt = async (usds: readonly (number | null)[], apartMs?: number) =>
      (await run(minutes(usds, apartMs), policy, FREE)).result.trades.map(({ atMs }) => (atMs - START_MS) / 60_000);
    expect(await boughtAt([2_000, 2_000, 20, null, null, null, 2_000, 2_000])).toEqual([]);
    expect(await boughtAt([2_000, 2_000, 20, 2_000, 2_000])).toEqual([]);
    expect(await boughtAt([2_000, 2_000, 1_500, 1_500, 1_500])).toEqual([3, 4]);
    // The price drop is small, so the new price needs no confirmation. But the rows are ten minutes apart, so the price is too old for a
    // buy in the next row.
    expect(await boughtAt([2_000, 1_700, null, null], 600_000)).toEqual([10]);
  });

  test('an exit uses no price that is too old for an agent, and the summary counts such prices', async () => {
    const policy = buyAnd({ id: 'profit', type: 'take_profit', token: weth, gainBps: 1_000, sellBps: 1_000, cooldownSeconds: 3_600 });
    const gone = await run(minutes([2_000, 2_300, ...Array.from({ length: 48 }, () => null)], 3_600_000), policy, FREE);
    expect(gone.summary).toMatchObject({ buys: 1, sells: 1 });
    expect(gone.summary.warnings).toEqual([
      'The last price of WETH was older than 120 seconds in 48 of 50 rows; strategies that use this price did nothing at these times, as with a live agent.',
      'The history has no price of WBTC: strategies that use this price did nothing.',
    ]);
    const there = await run(minutes([2_000, 2_300, ...Array.from({ length: 48 }, () => 2_300)], 3_600_000), policy, FREE);
    expect(Number(there.summary.sells)).toBeGreaterThan(20);
  });

  test('a history without the budget token is refused with what is missing', async () => {
    const history = { tokens: [weth], rows: [{ atMs: START_MS, prices: { [weth]: '1' } }] };
    expect(run(history)).rejects.toMatchObject({ code: 'invalid-history', problems: [{ path: 'body.prices', code: 'no-budget-price' }] });
  });
});
