import type { AutopilotPolicy } from '../../src/values/autopilot/policy.ts';

/** Tokens whose prices tell why an agent trades: those that its strategies name, without what it pays with. */
export function chartedTokens({ strategies, budgetToken }: Pick<AutopilotPolicy, 'strategies' | 'budgetToken'>): readonly string[] {
  const traded = strategies.flatMap((strategy): readonly string[] => {
    if (strategy.type === 'rebalance') return strategy.weights.map(({ token }) => token);
    return ['token' in strategy ? strategy.token : strategy.tokenOut];
  });
  return [...new Set(traded)].filter((token) => token !== budgetToken);
}
