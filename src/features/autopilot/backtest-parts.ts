import { runAgentBacktest } from '../../../actors/autopilot-agent/backtest.ts';
import { createNetworks, type NetworkSettings } from '../../market/networks/create-networks.ts';
import type { PriceGuard } from '../../market/price-series/judge-price.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { type Backtest, createBacktest } from './backtest/create-backtest.ts';
import { createOpenBacktest, type OpenBacktest } from './backtest/open-backtest.ts';
import { createLargeBacktests, type LargeBacktests } from './backtest/process/create-large-backtests.ts';
import { spawnProcess } from './backtest/process/spawn-process.ts';
import { createPreparePolicy } from './prepare-policy.ts';

export { totalOf } from './backtest/assess/trade-rows.ts';
export { money, percent, reportHtml, signed } from './backtest/report/report-html.ts';
export { parseSweep, type SweepVariant, type SweptMember } from './backtest/sweep/parse-sweep.ts';
export { bestOf, SWEEP_HEAD, type SweepRun, sweepCells, sweepSection } from './backtest/sweep/sweep-runs.ts';
export { openRuns, planRuns } from './backtest/task/plan-task.ts';
export { runTask, type TaskEnd } from './backtest/task/run-task.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the price guard (the check for implausible prices) of a backtest. A backtest evaluates the policy once per minute of its history,
 * even if the node evaluates agents at another interval.
 */
function guardOf({ maxAgeMs, maxJumpBps }: Omit<PriceGuard, 'confirmAfterMs'>): PriceGuard {
  return { maxAgeMs, maxJumpBps, confirmAfterMs: MINUTE_MS * 0.75 };
}

export function backtestOf(guard: Omit<PriceGuard, 'confirmAfterMs'>): Backtest {
  return createBacktest({ run: runAgentBacktest, guard: guardOf(guard) });
}

/** Creates the runner for backtests whose request body is large. They run in a separate process that the node starts. */
export function largeBacktestsOf(
  settings: {
    readonly guard: Omit<PriceGuard, 'confirmAfterMs'>;
    readonly bounds: { readonly maxSeconds: number; readonly maxMemoryMb: number };
  },
  deps: Pick<Parameters<typeof createLargeBacktests>[0], 'validate' | 'newAgentFee' | 'log'>,
): LargeBacktests {
  const spawn = () => spawnProcess(new URL('./backtest-process.ts', import.meta.url));
  return createLargeBacktests({ ...deps, spawn, guard: guardOf(settings.guard), bounds: settings.bounds });
}

/** Creates the backtest of the command line. Policies are checked against the tokens in a local store, and prices are read from a file. */
export function openBacktestIn(settings: NetworkSettings, deps: { readonly records: RecordStore; readonly clock: Clock }): OpenBacktest {
  const { records, clock } = deps;
  const { validate } = createPreparePolicy({
    networks: createNetworks({ records, settings }),
    tokens: createTokens({ records, clock }),
    // A backtest converts dollar limits with the prices of its own history, so no current price is needed.
    prices: { priceOf: async () => ({ price: null, reason: 'no-source' }) },
    keccak256OfText,
    clock,
  });
  return createOpenBacktest({ validate: (policy) => validate(policy, ''), newAgentFee: async () => null, series: null });
}
