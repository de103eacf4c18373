import * as v from 'valibot';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { FeeSums } from '../../market/earned-fees/fee-sums.ts';
import { earnedTokenSchema, earnedUsdSchema, usdOf, type ValuedFee, valueFees } from '../../market/earned-fees/value-fees.ts';
import type { GasDay } from '../../market/gas/gas-days.ts';
import type { GasPrices } from '../../market/gas/gas-prices.ts';
import type { Gas } from '../../market/gas/module.ts';
import type { Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { ChainTreasury, TreasuryReport } from '../../values/inspection/treasury.ts';
import type { Rational } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf as textOf } from '../../values/usd.ts';

const spentSchema = v.object({
  /** Number of days in the period on which gas was paid. */
  days: v.number(),
  /** Gas cost of the period in whole native coins, as a decimal string. */
  native: v.string(),
  /** Gas cost of the period in dollars, as a decimal string. */
  usd: v.string(),
  /** Number of orders, trades and pay-outs of the period whose gas was paid; one transaction may contain several of them. */
  transactions: v.number(),
  /** Average cost per transaction in dollars, as a decimal string; null when there were no transactions. */
  usdEach: v.nullable(v.string()),
  /** Number of orders and agents' trades of the period that were postponed because of their gas cost. */
  skipped: v.number(),
});

/** Schema of the treasury of one chain (the executors' balances and costs, and the vaults' fees), as returned to operators. */
export const chainTreasurySchema = v.object({
  chainId: v.number(),
  name: v.string(),
  symbol: v.string(),
  executor: v.nullable(
    v.object({
      address: v.string(),
      /** Addresses of the executor's keys other than its main key. Their balances are included in the total. */
      others: v.array(v.string()),
      /** The balance of each executor key, including the main one, in whole native coins as decimal strings. */
      balances: v.array(v.object({ address: v.string(), balance: v.string() })),
      /** The total balance in whole native coins, as a decimal string. */
      balance: v.string(),
      /** The total balance in dollars, as a decimal string; null when the coin has no price. */
      balanceUsd: v.nullable(v.string()),
      /**
       * Estimated number of days until the balance is used up, based on the average of the last days; null when nothing was spent or the
       * coin has no price.
       */
      daysLeft: v.nullable(v.number()),
    }),
  ),
  today: spentSchema,
  /** Gas spent in the last thirty days, including today. */
  month: spentSchema,
  /** The limit on gas costs per UTC day (`EXECUTOR_DAILY_GAS_USD`) in dollars, as a decimal string; null when there is no limit. */
  limitUsd: v.nullable(v.string()),
  /** Fees of the vaults, summed over their fills (executed trades), in dollars at today's prices as decimal strings. */
  fees: v.object({ ...earnedUsdSchema.entries, tokens: v.array(v.object({ ...earnedTokenSchema.entries, vault: v.string() })) }),
  /** Why the chain could not be read; null when it was read. */
  failed: v.nullable(v.string()),
});

export const treasurySchema = v.object({ readAt: v.string(), chains: v.array(chainTreasurySchema) });

export type { ChainTreasury, TreasuryReport } from '../../values/inspection/treasury.ts';

/** Reports, by chain, the balances of the executors (the addresses that send transactions) and the gas that they have paid. */
export type Treasury = { report(): Promise<TreasuryReport> };

const CHAIN_WITHIN_MS = 8_000;
const MONTH_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const MICRO = 1_000_000;

export function createTreasury(deps: {
  readonly networks: Pick<Networks, 'get'>;
  readonly chains: OpenChains;
  readonly gas: Pick<Gas, 'days' | 'dailyUsdPerChain'> & { readonly prices: Pick<GasPrices, 'of'> };
  readonly earned: Pick<FeeSums, 'all'>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly prices: Pick<Prices, 'pricesOf'>;
  readonly clock: Clock;
}): Treasury {
  const { networks, chains, gas, earned, tokens, prices, clock } = deps;

  return {
    async report() {
      const ids = chains.chains.chainIds;
      const fees = await valueFees(await earned.all(), { tokens, prices, nowMs: clock.now() });
      const feesOf = (chainId: number) => fees.filter(({ sum }) => sum.chainId === chainId);
      const found = await Promise.all(ids.map(async (chainId) => reportOf(chainId, await networks.get(chainId), feesOf(chainId))));
      return { readAt: new Date(clock.now()).toISOString(), chains: found.filter((one) => one !== null) };
    },
  };

  async function reportOf(
    chainId: number,
    network: EffectiveNetwork | null,
    earnings: readonly ValuedFee[],
  ): Promise<ChainTreasury | null> {
    if (network === null) return null;
    const { name, nativeCurrency } = network;
    const thisDay = Math.floor(clock.now() / DAY_MS);
    const kept = (await gas.days.last(chainId, MONTH_DAYS)).filter(({ day }) => day > thisDay - MONTH_DAYS);
    const today = kept.filter(({ day }) => day === thisDay);
    const limitUsd = Number(gas.dailyUsdPerChain) === 0 ? null : gas.dailyUsdPerChain;
    const fees = { ...usdOf(earnings), tokens: earnings.map(({ sum, token }) => ({ ...token, vault: sum.vault })) };
    const base = { chainId, name, symbol: nativeCurrency.symbol, limitUsd, fees };
    const spent = { today: sumOf(today, nativeCurrency.decimals), month: sumOf(kept, nativeCurrency.decimals) };
    const [address, ...others] = chains.executorsOf(chainId);
    if (address === undefined) return { ...base, ...spent, executor: null, failed: null };
    try {
      const chain = chains.chains.of(chainId);
      const each = Promise.all([address, ...others].map(async (key) => ({ address: key, wei: await chain.getBalance(key) })));
      const reading = Promise.all([each, gas.prices.of(chainId)]);
      const [held, { nativeUsd }] = await chainWithinTime(reading, CHAIN_WITHIN_MS, chainId);
      const wei = held.reduce((sum, one) => sum + one.wei, 0n);
      const balances = held.map((one) => ({ address: one.address, balance: formatAmount(one.wei, nativeCurrency.decimals) }));
      const balance = formatAmount(wei, nativeCurrency.decimals);
      const worth = nativeUsd === null ? null : baseUnitsToUsd(wei, nativeUsd, nativeCurrency.decimals);
      const balanceUsd = worth === null ? null : textOf(worth);
      return {
        ...base,
        ...spent,
        executor: { address, others, balances, balance, balanceUsd, daysLeft: daysLeft(worth, kept) },
        failed: null,
      };
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      return { ...base, ...spent, executor: null, failed: error.message };
    }
  }
}

function sumOf(days: readonly GasDay[], decimals: number): v.InferOutput<typeof spentSchema> {
  const wei = days.reduce((sum, day) => sum + BigInt(day.wei), 0n);
  const microUsd = days.reduce((sum, day) => sum + day.microUsd, 0);
  const transactions = days.reduce((sum, day) => sum + day.transactions, 0);
  const usdEach = transactions === 0 ? null : microText(Math.round(microUsd / transactions));
  const skipped = days.reduce((sum, day) => sum + (day.skipped ?? 0), 0);
  return { days: days.length, native: formatAmount(wei, decimals), usd: microText(microUsd), transactions, usdEach, skipped };
}

/**
 * Returns the estimated number of days until the balance is used up, to a tenth of a day, based on the average of the days with payments;
 * at most ten years (3,650 days).
 */
function daysLeft(worth: Rational | null, days: readonly GasDay[]): number | null {
  const microUsd = days.reduce((sum, day) => sum + day.microUsd, 0);
  if (worth === null || microUsd === 0) return null;
  const perDay = microUsd / MICRO / days.length;
  const held = Number((worth.numerator * 1_000n) / worth.denominator) / 1_000;
  return Math.min(3_650, Math.floor((held / perDay) * 10) / 10);
}

function microText(microUsd: number): string {
  return textOf({ numerator: BigInt(Math.round(microUsd)), denominator: BigInt(MICRO) });
}
