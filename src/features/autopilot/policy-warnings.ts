import type { Token } from '../../market/tokens/token.ts';
import type { Strategy } from '../../values/autopilot/policy.ts';
import type { Problem } from '../../values/errors/invalid-input-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import type { PreparedPolicy } from './prepare-policy.ts';
import type { ResolvedLimits } from './resolve-limits.ts';

/** How long prices are stored, in seconds: the highest price of each hour is stored for 31 days. */
const LONGEST_LOOK_BACK_SEC = 31 * 86_400;

/**
 * Returns warnings about valid parts of a policy that can never take effect: an amount above the contract's own limits, a time window for
 * which prices are not stored long enough, and costs that the deposit does not cover.
 * @param deposit base units of the budget token; null when not specified
 */
export function policyWarnings({ policy, limits, budgetToken }: PreparedPolicy, deposit: bigint | null): readonly Problem[] {
  return policy.strategies.flatMap((strategy, index) => {
    const path = `strategies.${index}`;
    if (strategy.enabled === false || (strategy.type !== 'dca' && strategy.type !== 'dip_buy')) return [];
    const amount = parseAmount(strategy.amount, budgetToken.decimals);
    return [
      ...limitWarnings(amount, `${path}.amount`, limits, budgetToken),
      ...lookBackWarnings(strategy, path),
      ...(deposit === null ? [] : depositWarnings(amount, strategy, path, { deposit, budgetToken })),
    ];
  });
}

function limitWarnings(amount: bigint, path: string, limits: ResolvedLimits, budgetToken: Token): readonly Problem[] {
  const over = (cap: bigint, code: string, name: string): readonly Problem[] => {
    if (amount <= cap) return [];
    const message =
      `${shown(amount, budgetToken)} is now more than limits.${name}, ${shown(cap, budgetToken)}: the contract would refuse each ` +
      'such trade.';
    return [{ path, code, message }];
  };
  return [
    ...over(BigInt(limits.maxPerTrade), 'amount-over-per-trade-cap', 'maxPerTradeUsd'),
    ...over(BigInt(limits.maxPerDay), 'amount-over-daily-cap', 'maxPerDayUsd'),
  ];
}

function lookBackWarnings(strategy: Strategy, path: string): readonly Problem[] {
  if (strategy.type !== 'dip_buy' || strategy.lookbackSeconds <= LONGEST_LOOK_BACK_SEC) return [];
  const message = `Prices are kept for ${LONGEST_LOOK_BACK_SEC} seconds (31 days), so a longer lookback does not use older prices.`;
  return [{ path: `${path}.lookbackSeconds`, code: 'look-back-longer-than-series', message }];
}

function depositWarnings(
  amount: bigint,
  strategy: Strategy,
  path: string,
  { deposit, budgetToken }: { readonly deposit: bigint; readonly budgetToken: Token },
): readonly Problem[] {
  const runs = strategy.type === 'dca' ? (strategy.maxRuns ?? 1) : 1;
  const total = amount * BigInt(runs);
  if (total <= deposit) return [];
  const what = runs === 1 ? 'One trade' : `${runs} runs`;
  const message = `${what} of this strategy cost ${shown(total, budgetToken)}, but the deposit is only ${shown(deposit, budgetToken)}.`;
  return [{ path: `${path}.amount`, code: 'more-than-budget', message }];
}

function shown(units: bigint, { symbol, decimals }: Token): string {
  return `${formatAmount(units, decimals)} ${symbol}`;
}
