import { runAgentBacktest } from '../../../actors/autopilot-agent/backtest.ts';
import type { Config } from '../../config.ts';
import { createNetworks } from '../../market/networks/create-networks.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { keccak256OfText } from '../../platform/chain/keccak-text.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { type Backtest, createBacktest } from './backtest/create-backtest.ts';
import { createOpenBacktest, type OpenBacktest } from './backtest/open-backtest.ts';
import { createPreparePolicy } from './prepare-policy.ts';

const MINUTE_MS = 60_000;

/** A backtest with the settings' guard on prices. Ticks are minutes, whatever a node's own are. */
export function backtestOf(config: Config): Backtest {
  return createBacktest({
    run: runAgentBacktest,
    guard: {
      maxAgeMs: config.autopilot.maxPriceAgeSeconds * 1000,
      maxJumpBps: config.autopilot.maxPriceJumpBps,
      confirmAfterMs: MINUTE_MS * 0.75,
    },
  });
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
