import type { Strategy } from '../../../src/values/autopilot/policy.ts';
import { formatAmount } from '../../../src/values/format-amount.ts';
import { cooldownOf } from './cooldown.ts';
import { holdingOf, idle, type KnownPrice, type Numbers, outcome, type Scene, standingOf, tokenOf, type Verdict } from './scene.ts';
import { isDust } from './worth.ts';

export type SellWish = {
  readonly token: string;
  /** Base units of the token, of a holding. */
  readonly amountOf: (holding: bigint) => bigint;
  readonly price: KnownPrice;
  /** The budget token's price, where the condition compared with it. */
  readonly budgetPrice: KnownPrice | null;
  readonly why: string;
  readonly numbers: Numbers;
};

/**
 * A sell whose condition holds. It sells of all that the vault holds for the agent, the owner's deposits included; what would be left
 * and is worth less than a cent goes with it. Neither safety, nor protections, nor limits hold a sell back.
 */
export function judgeSell(scene: Scene, strategy: Strategy, wish: SellWish): Verdict {
  const { standing, agent } = scene;
  const noted = standingOf(standing, strategy.id);
  const { symbol, decimals } = tokenOf(standing, wish.token);

  const doubted = [wish.price, wish.budgetPrice].find((price) => price !== null && !price.isTrusted);
  if (doubted) {
    const detail = `A price is not fit to sell by: ${doubted.doubt ?? 'it is not confirmed'}`;
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
      outcome('no-holding', held === 0n ? `There is no ${symbol} to sell.` : 'What could be sold is worth less than a cent.', numbers),
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
