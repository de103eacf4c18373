import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { gaugeOf } from '../../platform/metrics/families.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createSampled } from '../../platform/metrics/sampled.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { GasDays } from './gas-days.ts';

export const GAS_METRICS = {
  gasToday: gaugeOf('coxswain_executor_gas_usd_today', 'Cost of the gas spent on a chain since the beginning of the UTC day, in dollars.', [
    'chain_id',
  ]),
  gasLimit: gaugeOf(
    'coxswain_executor_gas_usd_limit',
    'Limit for the cost of gas on a chain in a UTC day, in dollars; 0 if there is no limit.',
    ['chain_id'],
  ),
};

type Spent = {
  readonly days: GasDays;
  readonly chainIds: readonly number[];
  /** Gas limit of a chain per UTC day in dollars; 0 means no limit. */
  readonly dailyUsdPerChain: number;
  readonly clock: Clock;
  readonly log: RepeatsLog;
};

/**
 * Share of a chain's daily gas limit from which the whole limit is reported as used up. The rest is usually too little for one more
 * transaction.
 */
const USED_UP = 0.98;
const MICRO = 1_000_000;
const READ_EVERY_MS = 15_000;

/** Exposes each chain's gas cost of today as metrics. */
export function showGasDays(metrics: Metrics, { days, chainIds, dailyUsdPerChain, clock, log }: Spent): void {
  const today = metrics.gauge(GAS_METRICS.gasToday);
  const limit = metrics.gauge(GAS_METRICS.gasLimit);
  const repeats = createRepeats({ log, now: () => clock.now() });
  for (const chainId of chainIds) limit.of(String(chainId)).set(dailyUsdPerChain);
  metrics.beforeReading(
    createSampled({
      everyMs: READ_EVERY_MS,
      now: () => clock.now(),
      onError: (error) => void repeats.warn('gas-days', "The day's cost of gas could not be read", { error }),
      look: async () => {
        for (const chainId of chainIds) today.of(String(chainId)).set((await days.today(chainId)).microUsd / MICRO);
      },
    }),
  );
}

/** Returns a message when a chain's daily gas limit is used up; otherwise null. */
export async function gasTroubleOf({ days, dailyUsdPerChain }: Spent, chainId: number): Promise<string | null> {
  if (dailyUsdPerChain === 0) return null;
  try {
    const usd = (await days.today(chainId)).microUsd / MICRO;
    if (usd < dailyUsdPerChain * USED_UP) return null;
    return `The limit EXECUTOR_DAILY_GAS_USD is reached: $${usd.toFixed(2)} of $${dailyUsdPerChain} is spent on gas today (UTC). Orders and buys wait until the next day.`;
  } catch (error) {
    // When the gas costs cannot be read, nothing is reported here, because the store's own readiness check reports the reason.
    if (error instanceof CoxswainError) return null;
    throw error;
  }
}
