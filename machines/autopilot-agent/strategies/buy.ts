import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { fitToLimits } from '../limits.ts';
import { buyBlockOf } from '../protections.ts';
import { cooldownOf } from './cooldown.ts';
import { holdingOf, idle, isOutcome, type Numbers, outcome, priceOf, type Scene, standingOf, tokenOf, type Verdict } from './scene.ts';
import { isDust } from './worth.ts';

export type BuyWish = {
  readonly token: string;
  /** Amount to spend, in base units of the budget token. */
  readonly amount: bigint;
  /** Whether the amount may be reduced to what the limits leave. */
  readonly shrinks: boolean;
  readonly why: string;
  readonly numbers: Numbers;
};

/**
 * Evaluates a buy whose condition is met. Protections are checked first, then token safety, the strategy's cooldown, the limits and the
 * vault's balance.
 */
export function judgeBuy(scene: Scene, strategy: Strategy, wish: BuyWish): Verdict {
  const { standing, agent, facts } = scene;
  const { budgetToken } = standing.policy;
  const noted = standingOf(standing, strategy.id);
  const { symbol } = tokenOf(standing, wish.token);
  const budget = tokenOf(standing, budgetToken);

  const block = buyBlockOf(standing, wish.token);
  if (block !== null) {
    const until = block.untilMs === null ? 'until the policy is updated' : `until ${block.untilMs}`;
    const numbers = { ...wish.numbers, protection: block.reason, ...(block.untilMs === null ? {} : { untilMs: `${block.untilMs}` }) };
    return idle(noted, outcome('protected', `Buys are blocked ${until}: ${block.detail}`, numbers));
  }
  const unsafe = unsafeOf(scene, wish.token);
  if (unsafe !== null) return idle(noted, outcome('unsafe-token', unsafe.detail, { ...wish.numbers, ...unsafe.numbers }));
  const cooling = cooldownOf(scene, noted, wish.numbers);
  if (cooling !== null) return idle(noted, cooling);
  const fit = fitToLimits(agent, wish.amount, wish.shrinks);
  if (!fit.fits) return idle(noted, outcome('over-limit', fit.detail, { ...wish.numbers, ...fit.numbers }));
  const held = holdingOf(agent, budgetToken);
  const amountIn = fit.amount;
  const amounts = { ...wish.numbers, amountBaseUnits: amountIn.toString(), heldBaseUnits: held.toString() };
  if (held < amountIn) {
    return idle(noted, outcome('no-budget', `The vault holds less ${budget.symbol} than the buy needs.`, amounts));
  }
  // A buy needs no price of the budget token. Without one, its value in dollars is unknown, and the requested amount is used.
  const price = priceOf(facts, standing, budgetToken);
  if (amountIn === 0n || (!isOutcome(price) && isDust(amountIn, price.usd, budget.decimals))) {
    const kind = amountIn < wish.amount ? 'over-limit' : 'no-budget';
    return idle(noted, outcome(kind, 'The possible buy is worth less than one cent.', amounts));
  }
  const reason = `Buys ${symbol} for ${formatAmount(amountIn, budget.decimals)} ${budget.symbol}: ${wish.why}`;
  return {
    outcome: outcome('fired', reason, amounts),
    trade: { strategyId: strategy.id, side: 'buy', tokenIn: budgetToken, tokenOut: wish.token, amountIn: amountIn.toString(), reason },
    noted,
  };
}

/** Returns why a token fails the safety check, else null. A token without a scan counts as unsafe. */
function unsafeOf({ standing, facts }: Scene, token: string): { readonly detail: string; readonly numbers: Numbers } | null {
  const { minTokenScore } = standing.policy.safety;
  if (minTokenScore === 0) return null;
  const { symbol } = tokenOf(standing, token);
  const scan = facts.safety[token];
  const numbers = { minTokenScore: `${minTokenScore}` };
  if (scan === undefined) return { detail: `${symbol} was not scanned.`, numbers };
  if (scan.score === null) return { detail: `The safety scan of ${symbol} failed: ${scan.reason}`, numbers };
  if (scan.score >= minTokenScore) return null;
  return {
    detail: `${symbol} scores ${scan.score} of the ${minTokenScore} asked for: ${scan.reason}`,
    numbers: { ...numbers, tokenScore: `${scan.score}` },
  };
}
