import type { Address } from '../../../src/values/address.ts';
import type { Outcome } from '../../../src/values/autopilot/outcome.ts';
import type { RebalanceStrategy } from '../../../src/values/autopilot/policy.ts';
import {
  addRationals,
  compareRationals,
  divideRationals,
  floorRational,
  multiplyRationals,
  type Rational,
  ZERO,
} from '../../../src/values/rational.ts';
import { baseUnitsToUsd, usdToBaseUnits } from '../../../src/values/usd.ts';
import { buyBlockOf } from '../protections.ts';
import { evaluateBuy } from './buy.ts';
import {
  type EvaluationContext,
  engineStateOf,
  holdingOf,
  idle,
  isOutcome,
  type KnownPrice,
  type Numbers,
  outcome,
  priceOf,
  type StrategyResult,
  tokenOf,
} from './evaluation-context.ts';
import { nextOnGrid } from './schedule.ts';
import { evaluateSell } from './sell.ts';
import { bps, isDustUsd, minusRationals } from './worth.ts';

/**
 * One token of a rebalance strategy: a token with a target weight, or the budget token (cash). `over` is how far its value exceeds its
 * target, in dollars; negative when it is below the target.
 */
type Asset = { readonly token: Address; readonly price: KnownPrice; readonly over: Rational; readonly isCash: boolean };

/**
 * Evaluates one round of rebalancing. A round begins at every interval, and makes one trade per tick until every weight is within
 * `driftBps` of its target or no trade is possible.
 * The weights divide the value of the vault's holdings of the strategy's tokens and of the budget token. If the budget token has no weight,
 * its target is 0, so all of it is invested. A token that exceeds its target by more than `driftBps` is sold first, beginning with the
 * largest excess. Then the excess of the budget token over its own target buys the token that is furthest below its target, within the
 * limits. No trade moves a token past its target, so each trade brings the weights closer to their targets, and no later trade reverses it.
 */
export function evaluateRebalance(evaluation: EvaluationContext, strategy: RebalanceStrategy): StrategyResult {
  const { engineState, atMs } = evaluation;
  const was = engineStateOf(engineState, strategy.id);
  const nextAtMs = was.nextAtMs ?? atMs;
  if (nextAtMs > atMs) return idle(was, outcome('not-due', 'The next rebalancing is not due yet.', { nextAtMs: `${nextAtMs}` }));
  const over = (why: Outcome): StrategyResult => idle({ ...was, nextAtMs: nextOnGrid(nextAtMs, strategy.intervalSeconds, atMs) }, why);

  const weighed = weigh(evaluation, strategy);
  if ('kind' in weighed) return idle(was, weighed);
  const { assets, cash, total } = weighed;
  if (isDustUsd(total)) return over(outcome('no-holding', "The agent's assets in the vault are worth too little to rebalance."));
  const allowed = multiplyRationals(total, bps(strategy.driftBps));
  const numbers = numbersOf(evaluation, assets, total, strategy.driftBps);
  const doubted = assets.find(({ price }) => !price.isTrusted);
  if (doubted !== undefined) return idle(was, doubt(evaluation, doubted, numbers));
  const isOff = ({ over: by }: Asset): boolean => compareRationals(by, allowed) > 0 || compareRationals(negated(by), allowed) > 0;
  if (!assets.some(isOff))
    return over(
      outcome('condition-not-met', `The share of every token is within ${strategy.driftBps} basis points of its target.`, numbers),
    );

  const sell = (asset: Asset): StrategyResult =>
    evaluateSell(evaluation, strategy, {
      token: asset.token,
      amountOf: () => usdToBaseUnits(asset.over, asset.price.usd, tokenOf(engineState, asset.token).decimals),
      price: asset.price,
      budgetPrice: cash.price,
      why: 'its share of the value is above its target.',
      numbers,
    });
  const tooMuch = assets.filter((asset) => !asset.isCash && !isDustUsd(asset.over)).sort((a, b) => compareRationals(b.over, a.over));
  const [most] = tooMuch;
  if (most !== undefined && compareRationals(most.over, allowed) > 0) return sell(most);

  // Excess cash (the budget token above its target) is spent before a smaller excess of a token is sold only if the cash is at least the
  // allowed drift divided by the number of assets. With a lower threshold, a small amount of cash would delay a larger sale. Whenever a
  // weight is outside its range, at least one asset exceeds the threshold.
  const worthUsing = divideRationals(allowed, { numerator: BigInt(assets.length), denominator: 1n });
  const tooLittle = assets
    .filter((asset) => !asset.isCash && !isDustUsd(negated(asset.over)))
    .sort((a, b) => compareRationals(a.over, b.over));
  const isCashUsed = !isDustUsd(cash.over) && (most === undefined || compareRationals(cash.over, worthUsing) >= 0);
  if (!isCashUsed && most !== undefined) return sell(most);
  if (!isCashUsed || tooLittle.length === 0)
    return over(
      outcome('condition-not-met', 'The shares of the tokens differ from their targets, but by too little for a trade.', numbers),
    );

  const buys = tooLittle.map((asset) => buy(evaluation, strategy, asset, cash, numbers));
  const [first] = buys;
  const made = buys.find(({ trade }) => trade !== null) ?? first;
  if (made === undefined) throw new Error('No buy was evaluated, although the share of an asset is below its target');
  // When every needed buy is blocked until the policy is updated, waiting does not help, so this round of rebalancing ends.
  const isHeldForGood = tooLittle.every(({ token }) => buyBlockOf(engineState, token)?.untilMs === null);
  return made.trade === null && isHeldForGood ? over(made.outcome) : made;
}

function buy(evaluation: EvaluationContext, strategy: RebalanceStrategy, asset: Asset, cash: Asset, numbers: Numbers): StrategyResult {
  const { decimals } = tokenOf(evaluation.engineState, cash.token);
  const missing = negated(asset.over);
  const usd = compareRationals(missing, cash.over) < 0 ? missing : cash.over;
  const amount = usdToBaseUnits(usd, cash.price.usd, decimals);
  return evaluateBuy(evaluation, strategy, {
    token: asset.token,
    amount,
    shrinks: true,
    why: 'its share of the value is below its target.',
    numbers,
  });
}

/**
 * Computes the value of every token of the rebalance. If one price is missing, all weights would be wrong, so the function then returns the
 * reason instead of values.
 */
function weigh(
  { engineState, facts, agent }: EvaluationContext,
  { weights }: RebalanceStrategy,
): { readonly assets: readonly Asset[]; readonly cash: Asset; readonly total: Rational } | Outcome {
  const { budgetToken } = engineState.policy;
  const isCashWeighted = weights.some(({ token }) => token === budgetToken);
  const shares = isCashWeighted ? weights : [...weights, { token: budgetToken, weightBps: 0 }];
  const priced: { token: Address; price: KnownPrice; value: Rational; weightBps: number }[] = [];
  for (const { token, weightBps } of shares) {
    const price = priceOf(facts, engineState, token);
    if (isOutcome(price)) return price;
    const value = baseUnitsToUsd(holdingOf(agent, token), price.usd, tokenOf(engineState, token).decimals);
    priced.push({ token, price, value, weightBps });
  }
  const total = priced.reduce((sum, { value }) => addRationals(sum, value), ZERO);
  const assets = priced.map(({ token, price, value, weightBps }) => {
    const over = minusRationals(value, multiplyRationals(total, bps(weightBps)));
    return { token, price, over, isCash: token === budgetToken };
  });
  const cash = assets.find(({ isCash }) => isCash);
  if (cash === undefined) throw new Error('The token of the budget is not among the assets of the rebalancing');
  return { assets, cash, total };
}

function doubt({ engineState }: EvaluationContext, { token, price }: Asset, numbers: Numbers): Outcome {
  const { symbol } = tokenOf(engineState, token);
  return outcome('no-price', `The price of ${symbol} cannot be used for rebalancing: ${price.doubt ?? 'it is not confirmed'}`, numbers);
}

/**
 * Builds the numbers that are stored with a rebalance outcome: for each token its deviation from its target weight, as `offBps:<symbol>`.
 */
function numbersOf({ engineState }: EvaluationContext, assets: readonly Asset[], total: Rational, driftBps: number): Numbers {
  const offBps = ({ over }: Asset): bigint =>
    floorRational(multiplyRationals(divideRationals(over, total), { numerator: 10_000n, denominator: 1n }));
  return {
    driftBps: `${driftBps}`,
    ...Object.fromEntries(assets.map((asset) => [`offBps:${tokenOf(engineState, asset.token).symbol}`, `${offBps(asset)}`])),
  };
}

function negated({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator };
}
