import { expect, test } from 'bun:test';
import type { BacktestReport } from '../../../../../src/features/autopilot/backtest/create-backtest.ts';
import { reportHtml } from '../../../../../src/features/autopilot/backtest/report/report-html.ts';
import { parseSweep, variantsOf } from '../../../../../src/features/autopilot/backtest/sweep/parse-sweep.ts';
import { bestOf, type SweepRun, sweepSection } from '../../../../../src/features/autopilot/backtest/sweep/sweep-runs.ts';

const EVIL = '"><script src=https://evil.example/x.js></script><img src=x onerror=alert(1)>';
const trade = {
  ...{ atMs: 2_000, strategyId: EVIL, side: 'sell' as const, symbol: EVIL, amount: 0.5, budget: 1_000, price: 2_000 },
  ...{ feeUsd: { vault: 1, pools: 2, slippage: 3 }, gasUsd: 0.25, profit: -12.5, reason: EVIL },
};
const report = {
  result: {
    ...{ trades: [], equity: [0, 1, 2].map((index) => ({ atMs: index * 1_000, value: 1_000 + index })), points: 3, steps: 3 },
    ...{
      start: { atMs: 0, value: 1_000 },
      end: { atMs: 3_000, value: 1_010 },
      balances: {},
      basis: {},
      outcomes: { [EVIL]: { fired: 2 } },
    },
    ...{ maxDrawdownBps: 125, maxDrawdownAtMs: 2_000, maxDrawdownFromMs: 1_000, maxDrawdownOverMs: null },
  },
  summary: { from: 'a', to: 'b', budgetToken: EVIL, returnBps: 100, buys: 0, sells: 1, readAs: EVIL, warnings: [EVIL] },
  assessment: {
    rows: [trade],
    hold: { tokens: [], curve: [{ atMs: 0, value: 1_000 }], endValue: 900, returnBps: -1_000, maxDrawdownBps: 1_000 },
    ...{ wins: 0, losses: 1, winRateBps: 0, gained: 0, lost: 12.5, profitFactor: 0, feesUsd: trade.feeUsd, gasUsd: 0.25 },
  },
  svg: '',
} as unknown;

test('a report contains the figures, loads nothing, has no script, and escapes every text', () => {
  const html = reportHtml(report as BacktestReport, { title: EVIL, policyText: EVIL });
  expect(html).toStartWith('<!doctype html>');
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  for (const part of ['+1.00 %', '-10.00 %', '+11.00 %', '1970-01-01 to 1970-01-01, not made up', '$6.00', '$0.25', '-12.50'])
    expect(html).toContain(part);
  expect(html).not.toMatch(/url\(|@import/i);
  expect(html.match(/<(?:script|img|link|iframe|object|embed)/gi)).toBeNull();
  expect(html.match(/https?:/g)?.length).toBe(html.match(/&#60;script src=https:/g)?.length);
});

test('a sweep names members of strategies or of the policy, with exact steps, and keeps their kind', () => {
  const members = parseSweep('dip.dropBps=100:300:100, limits.maxPerTradeUsd=0.1:0.3:0.1');
  expect(members.map(({ values }) => values)).toEqual([
    [100, 200, 300],
    [0.1, 0.2, 0.3],
  ]);
  const policy = { limits: { maxPerTradeUsd: 5 }, strategies: [{ id: 'dip', dropBps: 1, amount: '10' }] };
  const variants = variantsOf(policy, members);
  expect(variants).toHaveLength(9);
  expect(variants[1]).toEqual({
    values: [100, 0.2],
    document: { limits: { maxPerTradeUsd: 0.2 }, strategies: [{ id: 'dip', dropBps: 100, amount: '10' }] },
  });
  expect(variantsOf(policy, parseSweep('dip.amount=1:2:1')).map(({ document }) => document)).toEqual(
    ['1', '2'].map((amount) => ({ limits: { maxPerTradeUsd: 5 }, strategies: [{ id: 'dip', dropBps: 1, amount }] })),
  );
  expect(policy.strategies[0]?.dropBps).toBe(1);
});

test.each([
  ['dip', 'is not valid'],
  ['dip.dropBps=1:2:0', 'its step must be above 0'],
  ['dip.dropBps=3:2:1', 'must not be below its start'],
  ['dip.dropBps=1:1000:1', 'at most 200'],
  ['a=1:2:1,b=1:2:1,c=1:2:1', 'at most 2 are possible'],
  ['a=1:20:1,b=1:20:1', 'This sweep needs 400 runs'],
  ['a=.:2:1', 'is not valid'],
])('the sweep %s is refused with what is accepted', (text, why) => {
  expect(() => parseSweep(text)).toThrow(why);
  expect(() => parseSweep(text)).toThrow('NAME=FROM:TO:STEP');
});

test.each(['dip.nope', 'nope.dropBps', '__proto__.x', 'limits', 'dip.id'])('a policy without a number at %s is refused', (name) => {
  const policy = { limits: {}, strategies: [{ id: 'dip', dropBps: 1 }] };
  expect(() => variantsOf(policy, parseSweep(`${name}=1:2:1`))).toThrow('The policy has no number at');
});

test('the section of a sweep marks the highest return, in a curve and in a map', () => {
  const run = (values: number[], returnBps: number | null): SweepRun => ({
    ...{ values, returnBps, endValue: 1, maxDrawdownBps: 5, trades: 1, winRateBps: null, profitFactor: null, feesUsd: 0 },
  });
  const runs = [run([1], 10), run([2], 30), run([3], null)];
  expect(bestOf(runs)).toBe(runs[1] ?? null);
  const curve = sweepSection(runs, parseSweep('dip.dropBps=1:3:1'));
  expect(curve).toContain('<tr class="best"><td class="number">2</td>');
  const map = sweepSection(
    [1, 2].flatMap((a) => [1, 2].map((b) => run([a, b], a * b))),
    parseSweep('a=1:2:1,b=1:2:1'),
  );
  expect(map.match(/<rect class="cell best"/g)).toHaveLength(1);
  expect(map).toContain('from +0.01 % (faint) to +0.04 % (full)');
});
