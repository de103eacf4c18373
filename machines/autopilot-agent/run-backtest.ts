import { initialTransition, transition } from 'xstate';
import { type Address, entriesByAddress } from '../../src/values/address.ts';
import type { BacktestCosts, BacktestPoint, BacktestResult, BacktestTrade, EquityPoint } from '../../src/values/autopilot/backtest.ts';
import type { OutcomeKind, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import { toBaseUnits } from '../../src/values/base-units.ts';
import { parseRational, type Rational } from '../../src/values/rational.ts';
import { feeMember, vaultFeeOf } from '../../src/values/vault-fee.ts';
import { autopilotAgentMachine } from '../autopilot-agent.ts';
import type { AutopilotAgentContext, AutopilotAgentInput } from './context.ts';
import type { AutopilotAgentEvent } from './events.ts';
import { changesNothing } from './judge.ts';
import { triggersOf } from './triggers-of.ts';

/**
 * Maximum number of points of the equity curve in the result. The drawdown is computed from the agent's value at every price point, not
 * only from the points of the curve.
 */
const MOST_EQUITY_POINTS = 1_000;
const BPS = 10_000n;

/**
 * Runs the agent's own state machine over a price history, with a simulated vault that enforces the policy's limits. The machine receives
 * only those price points that would wake an agent in real operation. The function is a generator that yields the number of processed
 * points after every `reportEvery` points, so that its caller can stop it.
 */
export function* runBacktest(
  input: AutopilotAgentInput,
  points: Iterable<BacktestPoint>,
  { costs, reportEvery = 10_000 }: { readonly costs: BacktestCosts; readonly reportEvery?: number },
): Generator<{ readonly points: number; readonly trades: number }, BacktestResult> {
  let [snapshot] = initialTransition(autopilotAgentMachine, input);
  const { budgetToken } = input.engineState.policy;
  const trades: BacktestTrade[] = [];
  const counts: Record<string, Partial<Record<OutcomeKind, number>>> = {};
  const curve = createCurve();
  let wakeConditions = triggersOf(snapshot.context.engineState);
  let done = 0;
  let steps = 0;

  const send = (event: AutopilotAgentEvent, point: BacktestPoint): void => {
    const before = snapshot.context;
    const [next, asked] = transition(autopilotAgentMachine, snapshot, event);
    snapshot = next;
    count(before, next.context, counts);
    if (asked.some(({ type }) => type === 'tradeOnPaper')) trade(point);
  };

  const trade = (point: BacktestPoint): void => {
    const open = snapshot.context.trade;
    if (open === null) return;
    const { tradeId, intent } = open;
    const doubt = intent.side === 'buy' ? doubtOf(intent, point) : null;
    if (doubt !== null) {
      send({ type: 'TRADE_SKIPPED', tradeId, kind: 'price-disagreement', detail: doubt, at: point.atMs }, point);
      return;
    }
    const fee = vaultFeeOf(BigInt(intent.amountIn), costs.vaultFeeBps ?? 0);
    const amountOut = amountOutOf(intent, BigInt(intent.amountIn) - fee, snapshot.context, point, costs);
    if (amountOut === null || amountOut === 0n) {
      send(
        { type: 'TRADE_SKIPPED', tradeId, kind: 'no-price', detail: 'The price history has no price for this trade.', at: point.atMs },
        point,
      );
      return;
    }
    const amounts = { amountIn: intent.amountIn, amountOut: toBaseUnits(amountOut), ...feeMember(fee) };
    const fill = { ...amounts, blockTimeSec: Math.floor(point.atMs / 1000) };
    const usd = { spent: point.priceOf(intent.tokenIn)?.usd ?? '0', received: point.priceOf(intent.tokenOut)?.usd ?? '0' };
    trades.push({ atMs: point.atMs, intent, fill, usd });
    send({ type: 'TRADE_SETTLED', tradeId, fill, txHash: null, chain: null, at: point.atMs }, point);
  };

  for (const point of points) {
    const isDue = wakeConditions.dueAtMs !== null && wakeConditions.dueAtMs <= point.atMs;
    if (isDue || wakeConditions.triggers.some((trigger) => holds(trigger, point))) {
      steps += 1;
      const { context } = snapshot;
      const tick = { type: 'TICK' as const, facts: { ...point.facts(), agent: null }, at: point.atMs };
      // Skips a tick that changes nothing. The machine's guards would ignore such a tick, too; skipping it here saves time, because most
      // ticks change nothing.
      if (!changesNothing(context, tick)) {
        send(tick, point);
        wakeConditions = triggersOf(snapshot.context.engineState);
      }
    }
    curve.add(point.atMs, worthOf(snapshot.context, budgetToken, point));
    done += 1;
    if (done % reportEvery === 0) yield { points: done, trades: trades.length };
  }
  return {
    trades,
    points: done,
    steps,
    outcomes: counts,
    balances: snapshot.context.paper?.balances ?? {},
    basis: snapshot.context.engineState.basis,
    ...curve.result(),
  };
}

function holds({ topic, op, value }: { topic: string; op: 'at-least' | 'at-most'; value: number }, point: BacktestPoint): boolean {
  const now = point.valueOf(topic);
  return now !== undefined && (op === 'at-least' ? now >= value : now <= value);
}

/**
 * Returns why a buy is not made at the prices of this point of the backtest, or null when it is made. In real operation, a buy is refused
 * when the quoted price differs too much from the pools' average price, for example during a short price jump. This function simulates that
 * refusal. Sales need no such check, because their strategies use only trusted prices.
 */
function doubtOf({ tokenIn, tokenOut }: TradeIntent, point: BacktestPoint): string | null {
  const { prices } = point.facts();
  for (const token of [tokenIn, tokenOut]) {
    const fact = prices[token];
    if (fact?.kind === 'price' && fact.doubt !== null) return fact.doubt;
  }
  return null;
}

/**
 * Computes the amount that a simulated trade receives for the swapped amount of its input token, at the point's prices after costs, rounded
 * down. Null when a price is missing.
 */
function amountOutOf(
  intent: TradeIntent,
  swapped: bigint,
  { engineState }: AutopilotAgentContext,
  point: BacktestPoint,
  costs: BacktestCosts,
): bigint | null {
  const from = point.priceOf(intent.tokenIn);
  const to = point.priceOf(intent.tokenOut);
  const fromToken = engineState.tokens[intent.tokenIn];
  const toToken = engineState.tokens[intent.tokenOut];
  if (from === null || to === null || fromToken === undefined || toToken === undefined) return null;
  const given = parseRational(from.usd);
  const got: Rational = parseRational(to.usd);
  const kept = BPS - BigInt(costs.feeBps) - BigInt(costs.slippageBps);
  const numerator = swapped * given.numerator * got.denominator * kept * 10n ** BigInt(toToken.decimals);
  const denominator = given.denominator * got.numerator * BPS * 10n ** BigInt(fromToken.decimals);
  return numerator / denominator;
}

/** Value of all holdings, in whole budget tokens; null while a held token has no price. */
function worthOf({ paper, engineState }: AutopilotAgentContext, budgetToken: Address, point: BacktestPoint): number | null {
  const budget = point.priceOf(budgetToken);
  if (paper === null || budget === null) return null;
  let usd = 0;
  for (const [token, amount] of entriesByAddress(paper.balances)) {
    if (amount === '0') continue;
    const price = point.priceOf(token);
    if (price === null) return null;
    usd += (Number(amount) / 10 ** (engineState.tokens[token]?.decimals ?? 0)) * price.number;
  }
  return usd / budget.number;
}

function count(
  before: AutopilotAgentContext,
  after: AutopilotAgentContext,
  counts: Record<string, Partial<Record<OutcomeKind, number>>>,
): void {
  if (before.outcomes === after.outcomes) return;
  for (const [id, outcome] of Object.entries(after.outcomes)) {
    if (before.outcomes[id]?.kind === outcome.kind) continue;
    const own = counts[id] ?? {};
    own[outcome.kind] = (own[outcome.kind] ?? 0) + 1;
    counts[id] = own;
  }
}

/**
 * Collects the equity curve (the agent's value over time) in a limited number of points. When the limit is reached, every second stored
 * point is dropped, and from then on only every second new point is stored.
 */
function createCurve() {
  let equity: EquityPoint[] = [];
  let every = 1;
  let seen = 0;
  let start: EquityPoint | null = null;
  let end: EquityPoint | null = null;
  let high = 0;
  let maxDrawdownBps = 0;
  let maxDrawdownAtMs: number | null = null;
  let highAtMs: number | null = null;
  /** The point of the equity curve with the agent's highest value before the largest fall of its value. */
  let before: EquityPoint | null = null;
  let maxDrawdownOverMs: number | null = null;
  return {
    add(atMs: number, value: number | null): void {
      if (value === null) return;
      end = { atMs, value };
      start ??= end;
      if (before !== null && maxDrawdownOverMs === null && value >= before.value) maxDrawdownOverMs = atMs;
      if (value > high) {
        high = value;
        highAtMs = atMs;
      }
      const fallBps = high === 0 ? 0 : ((high - value) / high) * 10_000;
      if (fallBps > maxDrawdownBps) {
        maxDrawdownBps = fallBps;
        maxDrawdownAtMs = atMs;
        before = highAtMs === null ? null : { atMs: highAtMs, value: high };
        maxDrawdownOverMs = null;
      }
      if (seen % every === 0) equity.push(end);
      seen += 1;
      if (equity.length > MOST_EQUITY_POINTS) {
        equity = equity.filter((_, index) => index % 2 === 0);
        every *= 2;
      }
    },
    result: () => ({
      equity,
      start,
      end,
      maxDrawdownBps: Math.round(maxDrawdownBps),
      maxDrawdownAtMs,
      maxDrawdownFromMs: before?.atMs ?? null,
      maxDrawdownOverMs,
    }),
  };
}
