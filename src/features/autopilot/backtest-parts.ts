import { runAgentBacktest } from '../../../actors/autopilot-agent/backtest.ts';
import type { Config } from '../../config.ts';
import { createNetworks } from '../../market/networks/create-networks.ts';
import type { PriceGuard } from '../../market/price-series/judge-price.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { type Backtest, createBacktest } from './backtest/create-backtest.ts';
import { createOpenBacktest, type OpenBacktest } from './backtest/open-backtest.ts';
import { createLargeBacktests, type LargeBacktests } from './backtest/process/create-large-backtests.ts';
import { spawnProcess } from './backtest/process/spawn-process.ts';
import { createPreparePolicy, type PreparePolicy } from './prepare-policy.ts';

const MINUTE_MS = 60_000;

/** The settings' guard on prices. Ticks are minutes, whatever a node's own are. */
function guardOf({ autopilot }: Config): PriceGuard {
  const { maxPriceAgeSeconds, maxPriceJumpBps: maxJumpBps } = autopilot;
  return { maxAgeMs: maxPriceAgeSeconds * 1000, maxJumpBps, confirmAfterMs: MINUTE_MS * 0.75 };
}

export function backtestOf(config: Config): Backtest {
  return createBacktest({ run: runAgentBacktest, guard: guardOf(config) });
}

/** For a node: those with large bodies, in a process of their own. */
export function largeBacktestsOf(
  config: Config,
  deps: { readonly validate: PreparePolicy['validate']; readonly log: Log },
): LargeBacktests {
  const spawn = () => spawnProcess(new URL('./backtest-process.ts', import.meta.url));
  return createLargeBacktests({ ...deps, spawn, guard: guardOf(config), bounds: config.autopilot.backtest });
}

/** For a command: policies are checked against the tokens of a store, and prices come from a file. */
export function openBacktestIn(config: Config, deps: { readonly records: RecordStore; readonly clock: Clock }): OpenBacktest {
  const { records, clock } = deps;
  const { validate } = createPreparePolicy({
    networks: createNetworks({ records, settings: { rpcUrls: config.rpcUrls, contracts: config.contracts } }),
    tokens: createTokens({ records, clock }),
    // Limits are converted at the history's own price.
    prices: { priceOf: async () => ({ price: null, reason: 'no-source' }) },
    keccak256OfText,
    clock,
  });
  return createOpenBacktest({ validate, series: null });
}
