import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { cooldownOf } from './cooldown.ts';
import { holdingOf, idle, type KnownPrice, type Numbers, outcome, type Scene, standingOf, tokenOf, type Verdict } from './scene.ts';
import { isDust } from './worth.ts';

export type SellWish = {
  readonly token: string;
  /** Computes the amount to sell from the holding, both in base units of the token. */
  readonly amountOf: (holding: bigint) => bigint;
  readonly price: KnownPrice;
  /** The budget token's price if the sell condition compared with it; else null. */
  readonly budgetPrice: KnownPrice | null;
  readonly why: string;
  readonly numbers: Numbers;
};

/**
 * Evaluates a sell whose condition is met. It sells from all that the vault holds for the agent, including the owner's deposits. A rest
 * worth less than one cent is sold as well. Token safety, protections and limits never block a sell.
 */
export function judgeSell(scene: Scene, strategy: Strategy, wish: SellWish): Verdict {
  const { standing, agent } = scene;
  const noted = standingOf(standing, strategy.id);
  const { symbol, decimals } = tokenOf(standing, wish.token);

  const doubted = [wish.price, wish.budgetPrice].find((price) => price !== null && !price.isTrusted);
  if (doubted) {
    const detail = `A price cannot be used for selling: ${doubted.doubt ?? 'it is not confirmed'}`;
    return idle(noted, outcome('no-price', detail, wish.numbers));
  }
  const cooling = cooldownOf(scene, noted, wish.numbers);
  if (cooling !== null) return idle(noted, cooling);
  const held = holdingOf(agent, wish.token);
  const asked = wish.amountOf(held);
  const amountIn = asked >= held || isDust(held - asked, wish.price.usd, decimals) ? held : asked;
  const numbers = { ...wish.numbers, amountBaseUnits: amountIn.toString(), heldBaseUnits: held.toString() };
  if (amountIn === 0n || isDust(amountIn, wish.price.usd, decimals)) {
    return idle(
      noted,
      outcome('no-holding', held === 0n ? `There is no ${symbol} to sell.` : 'The possible sale is worth less than one cent.', numbers),
    );
  }
  const reason = `Sells ${formatAmount(amountIn, decimals)} ${symbol}: ${wish.why}`;
  return {
    outcome: outcome('fired', reason, numbers),
    trade: {
      strategyId: strategy.id,
      side: 'sell',
      tokenIn: wish.token,
      tokenOut: standing.policy.budgetToken,
      amountIn: amountIn.toString(),
      reason,
    },
    noted,
  };
}
