import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import { createBalanceSlope } from './balance-slope.ts';
import type { OpenChains } from './open-chains.ts';

/** The metric families of executors. */
export const EXECUTOR_METRICS = {
  executorBalanceEther: gaugeOf(
    'coxswain_executor_balance_ether',
    "The executor's balance of a chain's native token, in whole tokens. With several keys, the lowest balance.",
    ['chain_id'],
  ),
  executorSpendEtherPerHour: gaugeOf(
    'coxswain_executor_spend_ether_per_hour',
    'The native tokens that the executor spent on a chain in the last hour, in whole tokens. With several keys, their sum.',
    ['chain_id'],
  ),
  executorHoursLeft: gaugeOf(
    'coxswain_executor_hours_left',
    "Hours until the executor's balance is used up, if it spends as much as in the last hour. With several keys, the shortest time.",
    ['chain_id'],
  ),
};

/** Minimum time in ms between two reads of the executors' balances from the chain. They are only read when somebody reads the metric. */
const BALANCES_EVERY_MS = 60_000;
/**
 * Time limit in ms for reading the executors' balances on one chain. A slow chain must not delay the next read of the balances on other
 * chains.
 */
const ANSWER_WITHIN_MS = 20_000;
const BASE_UNITS = 1e18;

/**
 * Exposes as a metric how much of the native coin each executor (account that sends transactions) has left for gas. The value is a
 * floating-point number, since it is only displayed.
 */
export function showExecutors(
  metrics: Metrics,
  deps: { readonly openChains: OpenChains; readonly now: () => number; readonly onError: (error: unknown) => void },
): void {
  const { chains, executorsOf } = deps.openChains;
  const balance = metrics.gauge(EXECUTOR_METRICS.executorBalanceEther);
  const spend = metrics.gauge(EXECUTOR_METRICS.executorSpendEtherPerHour);
  const left = metrics.gauge(EXECUTOR_METRICS.executorHoursLeft);
  const slopeOf = new Map(
    chains.chainIds.flatMap((chainId) => executorsOf(chainId).map((executor) => [`${chainId}/${executor}`, createBalanceSlope()])),
  );
  metrics.beforeReading(
    createSampled({
      everyMs: BALANCES_EVERY_MS,
      now: deps.now,
      onError: deps.onError,
      look: async () => void (await Promise.all(chains.chainIds.map((chainId) => lookAt(chainId).catch(deps.onError)))),
    }),
  );

  async function lookAt(chainId: number): Promise<void> {
    const executors = executorsOf(chainId);
    if (executors.length === 0) return;
    const reading = Promise.all(executors.map((executor) => chains.of(chainId).getBalance(executor)));
    const held = (await chainWithinTime(reading, ANSWER_WITHIN_MS, chainId)).map((wei) => Number(wei) / BASE_UNITS);
    balance.of(String(chainId)).set(Math.min(...held));
    const slopes = executors.flatMap((executor, i) => slopeOf.get(`${chainId}/${executor}`)?.(held[i] ?? 0, deps.now()) ?? []);
    spend.of(String(chainId)).set(slopes.reduce((sum, { perHour }) => sum + perHour, 0));
    left.of(String(chainId)).set(Math.min(...slopes.map(({ hoursLeft }) => hoursLeft)));
  }
}
