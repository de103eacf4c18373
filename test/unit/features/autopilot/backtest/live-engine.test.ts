import { expect, test } from 'bun:test';
import { autopilotAgent } from '../../../../../actors/autopilot-agent/actor.ts';
import { createAutopilotAgents } from '../../../../../actors/autopilot-agent/agents-client.ts';
import { runAgentBacktest } from '../../../../../actors/autopilot-agent/backtest.ts';
import { createAutopilotAgentEffects } from '../../../../../actors/autopilot-agent/effects.ts';
import { outcomesNow } from '../../../../../actors/autopilot-agent/outcomes-now.ts';
import { whyAutopilotAgent } from '../../../../../actors/autopilot-agent/why.ts';
import { backtestPoints } from '../../../../../src/features/autopilot/backtest/backtest-points.ts';
import type { FillSubscriber } from '../../../../../src/features/autopilot/record-trade.ts';
import { implementActor } from '../../../../../src/runtime/define/implement-actor.ts';
import { createTestSystem } from '../../../../../src/test-kit/create-test-system.ts';
import type { BacktestPoint } from '../../../../../src/values/autopilot/backtest.ts';
import { asAddress, asHash, asUnits } from '../../../../support/branded.ts';
import { fiveStrategies, fiveTokenPath, fiveTokens } from './five-strategies.ts';

const GUARD = { maxAgeMs: 120_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const COSTS = { feeBps: 30, slippageBps: 10, vaultFeeBps: 35 };
const LIMITS = { maxPerTrade: asUnits('400000000'), maxPerDay: asUnits('1000000000'), maxTradesPerDay: 12 };
const BUDGET = asUnits('10000000000');
const MINUTES = 3_000;

const never = async (): Promise<never> => {
  throw new Error('a dry run asks for no such effect');
};

// Runs the same agent machine twice over the same prices: as an actor in a real system (ticked each minute, woken by the trigger index,
// with effects through the outbox), and in the backtest's loop. Both must make the same trades. The fills are simulated in both cases.
test.each([11])(
  'a backtest trades what a live engine that is fed the same prices trades (seed %i)',
  async (seed) => {
    const history = fiveTokenPath(seed, MINUTES);
    const lastSec = Math.floor((history.rows.at(-1)?.atMs ?? 0) / 1000) + 1;
    const policy = { ...fiveStrategies, limits: { ...fiveStrategies.limits, expiry: lastSec } };
    const limits = { ...LIMITS, expirySec: lastSec };
    const startMs = history.rows[0]?.atMs ?? 0;

    const agent = { policy, policyHash: asHash('0x01'), tokens: fiveTokens, limits, budget: BUDGET, startMs };
    const backtest = runAgentBacktest(agent, backtestPoints(history, policy, GUARD), COSTS, 10_000);
    let step = backtest.next();
    while (step.done !== true) step = backtest.next();
    const expected = step.value.trades.map(
      ({ atMs, intent, fill }) => `${atMs} ${intent.strategyId} ${fill.amountIn} ${fill.amountOut} ${fill.fee}`,
    );

    let point: BacktestPoint | null = null;
    const told: string[] = [];
    const tellFill: FillSubscriber = async ({ intent, fill }) => {
      told.push(`${fill.blockTimeSec * 1000} ${intent.strategyId} ${fill.amountIn} ${fill.amountOut} ${fill.fee}`);
    };
    const effects = createAutopilotAgentEffects({
      deployments: { vaultOf: never, executorOf: () => null },
      planTrade: never,
      recordTrade: never,
      tellNotes: async () => {},
      reconcileTrades: never,
      trades: {
        open: never,
        get: never,
        ofTransaction: never,
        noteGas: never,
        close: never,
        openOf: never,
        filledOf: never,
        fillsOf: never,
        newestOf: never,
        endedSince: never,
      },
      tellFill,
      async quoteTrade({ feeBps = 0, trade: { intent } }) {
        const from = point?.priceOf(intent.tokenIn)?.usd;
        const to = point?.priceOf(intent.tokenOut)?.usd;
        if (from === undefined || to === undefined) return { kind: 'skipped', skip: 'no-price', detail: '' };
        const fee = (BigInt(intent.amountIn) * BigInt(feeBps)) / 10_000n;
        return { kind: 'quoted', amountOut: worthAt(BigInt(intent.amountIn) - fee, intent, from, to), fee };
      },
    });
    const live = createTestSystem({
      startMs: startMs - 60_000,
      actors: [
        implementActor(autopilotAgent, {
          effects,
          async facts(keys) {
            const facts = point?.facts();
            if (facts === undefined) return new Map();
            return new Map<string, unknown>(
              keys.map((key) => {
                const [kind, , ...rest] = key.split('/');
                const name = rest.join('/');
                return [key, kind === 'price' ? facts.prices[asAddress(name)] : facts.highs[name]] as const;
              }),
            );
          },
          topicValues: async (topics) =>
            new Map(
              topics.flatMap((topic) => {
                const value = point?.valueOf(topic);
                return value === undefined ? [] : [[topic, value] as const];
              }),
            ),
        }),
      ],
    });
    live.system().start();
    const agents = createAutopilotAgents({ actors: live.system(), nowMs: () => startMs });
    await agents.create({ ...agent, recordId: 'live', policySignature: '', paperBudget: BUDGET, paperFeeBps: COSTS.vaultFeeBps });
    for (const next of backtestPoints(history, policy, GUARD)) {
      point = next;
      await live.tick();
      await live.settle();
    }
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(expected);
    expect(expected.some((line) => line.endsWith('undefined'))).toBe(false);

    // Its owner reads the same sentences about it as an operator.
    const snapshot = (await live.system().of(autopilotAgent, 'live').read())?.snapshot;
    if (snapshot === undefined) throw new Error('The agent is gone');
    const { why, outcomes } = await agents.explain('live', new Map(), startMs);
    expect(whyAutopilotAgent(snapshot, startMs, new Map())).toMatchObject(why);
    expect(Object.values(outcomes).map(({ sentence }) => sentence)).toEqual(
      outcomesNow(snapshot.context, startMs, new Map()).map(({ text }) => text),
    );
    expect(Object.keys(outcomes)).toHaveLength(policy.strategies.length);
  },
  120_000,
);

/**
 * Computes the output of a simulated fill by the same rule as `run-backtest.ts`, but with separate code, so that the test does not repeat a
 * mistake of that code.
 */
function worthAt(amountIn: bigint, { tokenIn, tokenOut }: { tokenIn: string; tokenOut: string }, fromUsd: string, toUsd: string): bigint {
  const exact = (text: string) => BigInt(Math.round(Number(text) * 1e8));
  const decimals = (token: string) => BigInt(Object.entries(fiveTokens).find(([address]) => address === token)?.[1].decimals ?? 0);
  const kept = 10_000n - BigInt(COSTS.feeBps + COSTS.slippageBps);
  const given = amountIn * exact(fromUsd) * kept * 10n ** decimals(tokenOut);
  return given / (exact(toUsd) * 10_000n * 10n ** decimals(tokenIn));
}
