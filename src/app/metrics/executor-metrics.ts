import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { OpenChains } from '../open-chains.ts';
import { createSampled } from './sampled.ts';

/** A node is asked as often at most, and only while somebody reads. */
const BALANCES_EVERY_MS = 60_000;
const BASE_UNITS = 1e18;

/** What is left to pay for gas. A float, since it is only looked at. */
export function showExecutors(
  metrics: Metrics,
  deps: { readonly openChains: OpenChains; readonly now: () => number; readonly onError: (error: unknown) => void },
): void {
  const { chains, executorOf } = deps.openChains;
  const balance = metrics.gauge('coxswain_executor_balance_ether', "What the executor holds of a chain's native token, in whole tokens.", [
    'chain_id',
  ]);
  metrics.beforeReading(
    createSampled({
      everyMs: BALANCES_EVERY_MS,
      now: deps.now,
      onError: deps.onError,
      async look() {
        await Promise.all(
          chains.chainIds.map(async (chainId) => {
            const executor = executorOf(chainId);
            if (executor !== null) balance.of(String(chainId)).set(Number(await chains.of(chainId).getBalance(executor)) / BASE_UNITS);
          }),
        );
      },
    }),
  );
}
