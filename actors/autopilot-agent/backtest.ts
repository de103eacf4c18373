import { firstEngineState } from '../../machines/autopilot-agent/first-engine-state.ts';
import { runBacktest } from '../../machines/autopilot-agent/run-backtest.ts';
import type { RunBacktest } from '../../src/features/autopilot/backtest/create-backtest.ts';

/** Backtests an agent's policy: runs the agent's state machine over a price history, for the backtest service. */
export const runAgentBacktest: RunBacktest = ({ policy, policyHash, tokens, limits, budget, startMs }, points, costs, reportEvery) =>
  runBacktest(
    {
      recordId: 'backtest',
      ...{ policyHash, policySignature: '', limits, paperBudget: budget },
      engineState: firstEngineState(policy, tokens, startMs),
    },
    points,
    { costs, reportEvery },
  );
