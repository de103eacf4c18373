import { describe, expect, test } from 'bun:test';
import type { Strategy } from '../../../../../src/values/autopilot/policy.ts';
import { USDC } from './desk.ts';
import { forSeeds, isWholeRun } from './for-seeds.ts';
import { microOf } from './model-vault.ts';
import { type Played, playScript } from './play-script.ts';
import { randomScript, type Script, type ScriptKinds } from './random-script.ts';
import { referenceTrade } from './reference-model.ts';

const FILE = 'test/unit/features/autopilot/strategies/properties.test.ts';
const TICKS = 200;
const TIMED: readonly Strategy['type'][] = ['dca', 'dip_buy', 'take_profit', 'stop_loss'];
const ALL: ScriptKinds = { types: [...TIMED, 'rebalance'], hasMoves: true, hasProtections: true };

// The model vault throws where the contract reverts. So each of these tests also checks that no trade exceeds a limit, trades a token that
// is not listed, or has the wrong side.
describe('random policies on random markets', () => {
  test('are stepped by their triggers as if they were stepped at every tick', () => {
    const total = { trades: 0, steps: 0, ticks: 0 };
    for (const seesMoves of [false, true]) {
      forSeeds(40, FILE, (seed) => {
        const script = randomScript(seed, TICKS, ALL);
        const everything = playScript(script, 'everything');
        const indexed = playScript(script, 'indexed', seesMoves);
        expect(tradesOf(indexed)).toEqual(tradesOf(everything));
        expect(indexed.maxTriggers).toBeLessThanOrEqual(32);
        total.trades += tradesOf(everything).length;
        total.steps += indexed.ticks.length;
        total.ticks += everything.ticks.length;
      });
    }
    if (!isWholeRun) return;
    expect(total.trades).toBeGreaterThan(500);
    expect(total.steps).toBeLessThan(total.ticks * 0.7);
  }, 120_000);

  test('make the same trades as a simple model that uses the whole history', () => {
    const fired: Record<string, number> = {};
    forSeeds(60, FILE, (seed) => {
      const script = withoutDrawdown(randomScript(seed, 150, { ...ALL, types: TIMED }));
      const { ticks } = playScript(script, 'everything');
      ticks.forEach(({ trade, tick, facts }, i) => {
        const wanted = referenceTrade(script, ticks.slice(0, i), facts, tick.atMs);
        const made = trade === null ? null : { strategyId: trade.strategyId, side: trade.side, amountIn: trade.amountIn };
        expect({ tick: i, at: tick.atMs, trade: made }).toEqual({ tick: i, at: tick.atMs, trade: wanted });
        const type = script.policy.strategies.find(({ id }) => id === trade?.strategyId)?.type;
        if (type !== undefined) fired[type] = (fired[type] ?? 0) + 1;
      });
    });
    if (isWholeRun) for (const type of TIMED) expect([type, (fired[type] ?? 0) > 10]).toEqual([type, true]);
  }, 120_000);

  test('keep the same engine state where nothing happens', () => {
    forSeeds(20, FILE, (seed) => {
      const { ticks } = playScript(randomScript(seed, TICKS, ALL), 'everything');
      for (const { engineState, after } of ticks) if (after !== engineState) expect(after).not.toEqual(engineState);
    });
  }, 60_000);
});

describe('a rebalance on a still market', () => {
  test('reaches its weights, closer with each trade, and never reverses a trade', () => {
    let trades = 0;
    forSeeds(100, FILE, (seed) => {
      const script = stillMarket(randomScript(seed, 200, { types: ['rebalance'], hasMoves: false, hasProtections: false }));
      const played = playScript(script, 'everything');
      const made = tradesOf(played);
      trades += made.length;
      for (const token of script.policy.allowTokens) {
        const sides = new Set(made.flatMap(({ trade }) => (trade?.tokenIn === token || trade?.tokenOut === token ? [trade.side] : [])));
        if (token !== USDC) expect(sides.size).toBeLessThanOrEqual(1);
      }
      const offs = played.ticks.flatMap(({ facts, fill }) => (fill === null ? [] : [sumOff(script, facts.agent?.balances ?? {})]));
      const last = sumOff(script, played.vault.read(script.ticks.at(-1)?.atMs ?? 0).balances);
      for (const [i, off] of offs.entries()) expect(offs[i + 1] ?? last).toBeLessThan(off);
      // At the end the portfolio must be balanced: the rebalancing round is over, and no weight differs from its target by more than the
      // allowed drift.
      const end = played.ticks.at(-1);
      expect(end?.outcomes.s0?.kind).toBe(end?.outcomes.s0?.kind === 'condition-not-met' ? 'condition-not-met' : 'not-due');
      const strategy = script.policy.strategies[0];
      if (strategy?.type !== 'rebalance') throw new Error('no rebalance');
      expect(worstOff(script, played.vault.read(script.ticks.at(-1)?.atMs ?? 0).balances)).toBeLessThanOrEqual(strategy.driftBps + 1);
    });
    if (isWholeRun) expect(trades).toBeGreaterThan(200);
  }, 120_000);
});

function tradesOf({ ticks }: Played) {
  return ticks.flatMap(({ tick, trade, fill }) => (trade === null ? [] : [{ at: tick.atMs, trade, fill }]));
}

function withoutDrawdown(script: Script): Script {
  const { maxDrawdownBps: _, ...protections } = script.policy.protections ?? {};
  return { ...script, policy: { ...script.policy, protections } };
}

/** Returns the script with the same policy, but with constant prices, without failures, and with limits that let the rebalancing finish. */
function stillMarket(script: Script): Script {
  const first = script.ticks[0];
  if (first === undefined) throw new Error('The script has no ticks');
  const prices = Object.fromEntries(
    Object.entries(first.prices).map(([token, one]) => [token, { usd: one?.usd ?? '7.123456', isTrusted: true }]),
  );
  const scores = Object.fromEntries(Object.keys(first.scores).map((token) => [token, 80]));
  const [strategy] = script.policy.strategies;
  if (strategy === undefined) throw new Error('The script has no strategy');
  return {
    ...script,
    policy: {
      ...script.policy,
      strategies: [{ ...strategy, enabled: true, expiresAt: undefined }],
      limits: { ...script.policy.limits, expiry: 4_000_000_000 },
    },
    limits: { maxPerTrade: script.cash / 7n, maxPerDay: script.cash * 100n, maxTradesPerDay: 200 },
    ticks: script.ticks.map((tick) => ({ ...tick, prices, scores, isReadable: true, isLate: false, fails: false, move: null })),
  };
}

const DECIMALS: Readonly<Record<string, number>> = { [USDC]: 6 };

function offsOf(script: Script, balances: Readonly<Record<string, string>>): readonly number[] {
  const [strategy] = script.policy.strategies;
  if (strategy?.type !== 'rebalance') throw new Error('no rebalance');
  const prices = script.ticks[0]?.prices ?? {};
  const weights = new Map<string, number>([[USDC, 0], ...strategy.weights.map(({ token, weightBps }) => [token, weightBps] as const)]);
  const values = [...weights].map(([token, weightBps]) => {
    const decimals = DECIMALS[token] ?? (token.startsWith('0x33') ? 8 : 18);
    return { weightBps, value: Number((BigInt(balances[token] ?? '0') * microOf(prices[token]?.usd ?? '0')) / 10n ** BigInt(decimals)) };
  });
  const total = values.reduce((sum, { value }) => sum + value, 0);
  return values.map(({ value, weightBps }) => Math.abs((value / total) * 10_000 - weightBps));
}

function sumOff(script: Script, balances: Readonly<Record<string, string>>): number {
  return offsOf(script, balances).reduce((sum, off) => sum + off, 0);
}

function worstOff(script: Script, balances: Readonly<Record<string, string>>): number {
  return Math.max(...offsOf(script, balances));
}
