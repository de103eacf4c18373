import type { Address } from '../../src/values/address.ts';
import type { AutopilotPolicy } from '../../src/values/autopilot/policy.ts';

/** Returns the tokens whose prices explain an agent's trades: the tokens that its strategies trade, except the budget token. */
export function chartedTokens({ strategies, budgetToken }: Pick<AutopilotPolicy, 'strategies' | 'budgetToken'>): readonly Address[] {
  const traded = strategies.flatMap((strategy): readonly Address[] => {
    if (strategy.type === 'rebalance') return strategy.weights.map(({ token }) => token);
    return ['token' in strategy ? strategy.token : strategy.tokenOut];
  });
  return [...new Set(traded)].filter((token) => token !== budgetToken);
}
