import type { PriceGuard } from '../../../market/price-series/judge-price.ts';
import type { Token } from '../../../market/tokens/token.ts';
import type { Address, ByAddress } from '../../../values/address.ts';
import type { BacktestCosts, BacktestPoint, BacktestResult } from '../../../values/autopilot/backtest.ts';
import type { OnChainAgent } from '../../../values/autopilot/facts.ts';
import type { AgentToken, AutopilotPolicy } from '../../../values/autopilot/policy.ts';
import { type BaseUnits, toBaseUnits } from '../../../values/base-units.ts';
import { InvalidInputError } from '../../../values/errors/invalid-input-error.ts';
import type { Hash } from '../../../values/hash.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { JsonObject } from '../../../values/json.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import { resolveLimits } from '../resolve-limits.ts';
import { type Assessment, assessBacktest, assessedMembers } from './assess/assess-backtest.ts';
import { coarseWarnings } from './assess/coarse-warnings.ts';
import { backtestPoints, type PriceTally } from './backtest-points.ts';
import { drawEquity } from './draw-equity.ts';
import type { PriceHistory } from './price-history.ts';
import { createTurns } from './turns.ts';

/**
 * Number of price points after which a backtest checks whether it has to let other work of the process continue. Processing a price point
 * takes microseconds when no strategy acts, and about a millisecond when many strategies act.
 */
const POINTS_BETWEEN_LOOKS = 10;
const POINTS_BETWEEN_REPORTS = 10_000;

export type BacktestRequest = {
  /** A valid policy that contains only listed tokens. */
  readonly policy: AutopilotPolicy;
  readonly policyHash: Hash;
  /** Symbol and decimals of all tokens in the policy's `allowTokens`, by token address. */
  readonly tokens: ByAddress<AgentToken>;
  readonly budgetToken: Token;
  readonly history: PriceHistory;
  /** The initial budget in whole budget tokens, as a decimal string. */
  readonly budget: string;
  readonly costs: BacktestCosts;
  /**
   * Assumed gas cost of one trade in dollars. It is reported, but not subtracted from the agent's value, because the executor pays it.
   * Default: 0.
   */
  readonly gasUsd?: number;
};

export type BacktestProgress = { readonly points: number; readonly of: number; readonly trades: number };
export type BacktestReport = {
  readonly result: BacktestResult;
  readonly summary: JsonObject;
  readonly assessment: Assessment;
  readonly svg: string;
};

/** Runs the agent's state machine over the price points; see `machines/autopilot-agent/run-backtest.ts`. */
export type RunBacktest = (
  agent: {
    readonly policy: AutopilotPolicy;
    readonly policyHash: Hash;
    readonly tokens: ByAddress<AgentToken>;
    readonly limits: OnChainAgent['limits'];
    readonly budget: BaseUnits;
    readonly startMs: number;
  },
  points: Iterable<BacktestPoint>,
  costs: BacktestCosts,
  reportEvery: number,
) => Generator<{ readonly points: number; readonly trades: number }, BacktestResult>;

/**
 * Runs a policy over a price history. Yields reports of its progress, and lets other work of the process run between two reports.
 * @throws InvalidInputError when the history does not fit the policy
 */
export type Backtest = (request: BacktestRequest, signal?: AbortSignal) => AsyncGenerator<BacktestProgress, BacktestReport>;

export function createBacktest(deps: { run: RunBacktest; guard: PriceGuard }): Backtest {
  return async function* backtest({ policy, policyHash, tokens, budgetToken, history, budget, costs, gasUsd = 0 }, signal) {
    const [first] = history.rows;
    const firstUsd = history.rows.find(({ prices }) => prices[policy.budgetToken] !== undefined)?.prices[policy.budgetToken];
    if (first === undefined || firstUsd === undefined) {
      const message = `The price history has no price of the budget token ${budgetToken.symbol}, which the agent spends. This price is needed to convert the limits and to calculate the value of the agent.`;
      throw new InvalidInputError([{ path: 'body.prices', code: 'no-budget-price', message }], { code: 'invalid-history' });
    }
    const units = budgetOf(budget, budgetToken);
    // Dollar limits are converted at the first price of the history. In real operation, they are converted when the agent is created.
    const priceOf = async () => ({ price: { usd: firstUsd, atMs: first.atMs, source: 'history' }, reason: null });
    const { maxPerTrade, maxPerDay, maxTradesPerDay } = await resolveLimits(policy, budgetToken, { priceOf });
    const limits = { maxPerTrade, maxPerDay, maxTradesPerDay };

    const { run, guard } = deps;
    // A policy's expiry is a date in real time, which need not lie within the history. So a backtest replaces it by the end of the price
    // history.
    const expirySec = Math.ceil((history.rows.at(-1)?.atMs ?? first.atMs) / 1000) + 1;
    const dated = { ...policy, limits: { ...policy.limits, expiry: expirySec } };
    const agent = { policy: dated, policyHash, tokens, limits: { ...limits, expirySec }, budget: toBaseUnits(units), startMs: first.atMs };
    const tallies = new Map<Address, PriceTally>();
    const running = run(agent, backtestPoints(history, dated, guard, tallies), costs, POINTS_BETWEEN_LOOKS);
    const turns = createTurns();
    for (;;) {
      const step = running.next();
      if (step.done === true) {
        const result = step.value;
        const warnings = [
          ...feeWarning(costs),
          ...coarseWarnings(history, policy),
          ...[...tallies].flatMap(([token, tally]) => warningOf(tokens[token]?.symbol ?? token, tally, guard)),
        ];
        const given = { policy, tokens, budgetToken: policy.budgetToken, history, costs, budget: Number(budget), gasUsd };
        const assessment = await assessBacktest(result, given);
        const summary = {
          ...summaryOf(result, budgetToken),
          ...assessedMembers(assessment, result, (token) => tokens[token]?.symbol ?? token),
          vaultFeeBps: costs.vaultFeeBps,
          ...(history.readAs === undefined ? {} : { readAs: history.readAs }),
          warnings,
        };
        return { result, summary, assessment, svg: drawEquity(result, budgetToken.symbol) };
      }
      if (step.value.points % POINTS_BETWEEN_REPORTS === 0) yield { ...step.value, of: history.rows.length };
      else if (!turns.areOthersDue()) continue;
      await turns.giveWay();
      signal?.throwIfAborted();
    }
  };
}

function feeWarning({ vaultFeeBps }: BacktestCosts): readonly string[] {
  return vaultFeeBps === null
    ? [
        "The fee of the chain's vault is not known, so this backtest was calculated without a fee. To include the fee, give it as " +
          '`vaultFeeBps`.',
      ]
    : [];
}

/** Returns warnings about outdated or missing prices of a token, because the agent does not trade at such prices. */
function warningOf(symbol: string, { rows, stale, missing }: PriceTally, { maxAgeMs }: PriceGuard): readonly string[] {
  if (missing === rows) return [`The history has no price of ${symbol}: strategies that use this price did nothing.`];
  if (stale === 0) return [];
  const most = Math.round(maxAgeMs / 1_000);
  return [
    `The last price of ${symbol} was older than ${most} seconds in ${stale} of ${rows} rows; strategies that use this price did nothing at these times, as with a live agent.`,
  ];
}

/**
 * Converts the initial budget to base units.
 * @throws InvalidInputError when it is 0; TerminalError, the errors of `parseAmount`
 */
export function budgetOf(text: string, { decimals, symbol }: Token): bigint {
  const units = parseAmount(text, decimals);
  if (units > 0n) return units;
  throw new InvalidInputError([{ path: 'body.budget', code: 'invalid-amount', message: `Expected an amount of ${symbol} above 0.` }]);
}

/**
 * Summarizes a backtest's result for users and web pages. Totals are JavaScript numbers in whole tokens, while the amounts of the trades
 * are exact.
 */
function summaryOf(result: BacktestResult, budgetToken: Token): JsonObject {
  const { start, end, trades, maxDrawdownBps, maxDrawdownAtMs, outcomes, points, steps, balances, basis } = result;
  const limitHits = Object.values(outcomes).reduce((sum, counts) => sum + (counts['over-limit'] ?? 0), 0);
  return {
    points,
    steps,
    from: isoOf(start?.atMs ?? null),
    to: isoOf(end?.atMs ?? null),
    budgetToken: budgetToken.symbol,
    startValue: start?.value ?? null,
    endValue: end?.value ?? null,
    returnBps: start === null || end === null || start.value === 0 ? null : Math.round((end.value / start.value - 1) * 10_000),
    maxDrawdownBps,
    maxDrawdownAt: isoOf(maxDrawdownAtMs),
    buys: trades.filter(({ intent }) => intent.side === 'buy').length,
    sells: trades.filter(({ intent }) => intent.side === 'sell').length,
    limitHits,
    outcomes: Object.fromEntries(Object.entries(outcomes).map(([id, counts]) => [id, { ...counts }])),
    fees: feesOf(result),
    balances: { ...balances },
    costBasis: Object.fromEntries(Object.entries(basis).map(([token, { quantity, cost }]) => [token, { quantity, cost }])),
  };
}

/** Returns the sum of the fees that the simulated vault has taken, by spent token, in base units of that token. */
function feesOf({ trades }: BacktestResult): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { intent, fill } of trades)
    if (fill.fee !== undefined) sums.set(intent.tokenIn, (sums.get(intent.tokenIn) ?? 0n) + BigInt(fill.fee));
  return Object.fromEntries([...sums].map(([token, sum]) => [token, sum.toString()]));
}
