import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { Facts } from '../../src/runtime/definition.ts';
import type { AgentFacts, OnChainAgent, PriceFact, SafetyFact } from '../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';

/** What an evaluation of the agent needs to know, by the keys of `services/autopilot`. */
export function factKeysOf({ standing, link, paper }: AutopilotAgentContext): readonly string[] {
  const { chainId, allowTokens, strategies, safety } = standing.policy;
  const keys = allowTokens.map((token) => priceKey(chainId, token));
  if (paper === null) {
    if (link === null) return [];
    keys.push(vaultKey(chainId), agentKey(chainId, link.vault, link.agentId));
  }
  for (const strategy of strategies) {
    if (strategy.type === 'dip_buy') keys.push(highKey(chainId, strategy.tokenOut, strategy.lookbackSeconds));
  }
  if (safety.minTokenScore > 0) for (const token of boughtTokens(standing.policy)) keys.push(safetyKey(chainId, token));
  return keys;
}

/** The facts as an evaluation takes them; null where the chain's vault is another one, or none. */
export function factsOf({ standing, link, paper }: AutopilotAgentContext, facts: Facts): AgentFacts | null {
  const { chainId, allowTokens, strategies, safety } = standing.policy;
  if (paper === null && facts.get(vaultKey(chainId)) !== link?.vault) return null;
  const agent = paper === null && link !== null ? facts.get(agentKey(chainId, link.vault, link.agentId)) : undefined;
  const prices: Record<string, PriceFact> = {};
  for (const token of allowTokens) {
    const price = facts.get(priceKey(chainId, token));
    prices[token] = isPrice(price) ? price : { kind: 'none', reason: 'no-price', detail: 'The price could not be read.' };
  }
  const highs: Record<string, string> = {};
  for (const strategy of strategies) {
    if (strategy.type !== 'dip_buy') continue;
    const high = facts.get(highKey(chainId, strategy.tokenOut, strategy.lookbackSeconds));
    if (typeof high === 'string') highs[`${strategy.tokenOut}/${strategy.lookbackSeconds}`] = high;
  }
  const scans: Record<string, SafetyFact> = {};
  if (safety.minTokenScore > 0) {
    for (const token of boughtTokens(standing.policy)) {
      const scan = facts.get(safetyKey(chainId, token));
      if (isScan(scan)) scans[token] = scan;
    }
  }
  return { agent: isAgent(agent) ? agent : null, prices, highs, safety: scans };
}

function boughtTokens({
  strategies,
  budgetToken,
}: {
  readonly strategies: readonly Strategy[];
  readonly budgetToken: string;
}): Set<string> {
  const bought = strategies.flatMap((strategy) => {
    if (strategy.type === 'dca' || strategy.type === 'dip_buy') return [strategy.tokenOut];
    return strategy.type === 'rebalance' ? strategy.weights.map(({ token }) => token) : [];
  });
  return new Set(bought.filter((token) => token !== budgetToken));
}

const priceKey = (chainId: number, token: string) => `price/${chainId}/${token}`;
const highKey = (chainId: number, token: string, lookbackSec: number) => `high/${chainId}/${token}/${lookbackSec}`;
const safetyKey = (chainId: number, token: string) => `safety/${chainId}/${token}`;
const agentKey = (chainId: number, vault: string, agentId: number) => `agent/${chainId}/${vault}/${agentId}`;
const vaultKey = (chainId: number) => `autopilot-vault/${chainId}`;

// A fact is what the services made for this very key; its shape is checked as far as a wrong one could do harm.

function isPrice(fact: unknown): fact is PriceFact {
  return typeof fact === 'object' && fact !== null && 'kind' in fact && (fact.kind === 'price' || fact.kind === 'none');
}

function isScan(fact: unknown): fact is SafetyFact {
  return typeof fact === 'object' && fact !== null && 'score' in fact && (fact.score === null || typeof fact.score === 'number');
}

function isAgent(fact: unknown): fact is OnChainAgent {
  return typeof fact === 'object' && fact !== null && 'policyHash' in fact && 'balances' in fact && 'limits' in fact;
}
