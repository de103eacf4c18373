import { type Address, addressesIn } from '../../src/values/address.ts';
import type { EngineState } from './engine-state.ts';

/**
 * The external data that an evaluation of an agent's strategies needs in addition to the vault: the addresses of tokens whose prices and
 * safety scores are needed, and the tokens whose highest prices are needed.
 */
export type NeededFacts = {
  readonly prices: readonly Address[];
  /** The tokens and time windows for which the highest price is needed, each as `<token>/<lookbackSeconds>`. */
  readonly highs: readonly string[];
  readonly safety: readonly Address[];
};

/** Lists the prices, highest prices and token safety scans that the agent's strategies may need at their next evaluation. */
export function neededFacts({ policy, protection }: EngineState): NeededFacts {
  const live = policy.strategies.filter(({ enabled }) => enabled !== false);
  const prices = new Set([policy.budgetToken, ...addressesIn(protection.holdings)]);
  // The drawdown is computed from the value of all tokens that the agent may hold, so the prices of all these tokens are needed.
  if (policy.protections?.maxDrawdownBps !== undefined) for (const token of policy.allowTokens) prices.add(token);
  const highs = new Set<string>();
  const bought = new Set<Address>();
  for (const strategy of live) {
    if (strategy.type === 'dca' || strategy.type === 'dip_buy') bought.add(strategy.tokenOut);
    if (strategy.type === 'dip_buy') {
      prices.add(strategy.tokenOut);
      highs.add(`${strategy.tokenOut}/${strategy.lookbackSeconds}`);
    }
    if (strategy.type === 'take_profit' || strategy.type === 'stop_loss') prices.add(strategy.token);
    if (strategy.type !== 'rebalance') continue;
    for (const { token } of strategy.weights) {
      prices.add(token);
      if (token !== policy.budgetToken) bought.add(token);
    }
  }
  return { prices: [...prices], highs: [...highs], safety: policy.safety.minTokenScore === 0 ? [] : [...bought] };
}
