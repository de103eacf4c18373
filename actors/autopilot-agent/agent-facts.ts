import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { neededFacts } from '../../machines/autopilot-agent/needed-facts.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import { agentFactKeys } from '../../src/values/autopilot/fact-keys.ts';
import type { AgentFacts, OnChainAgent, PriceFact, SafetyFact } from '../../src/values/autopilot/facts.ts';
import { chainTroubleKey } from '../../src/values/chain-trouble-key.ts';

/**
 * Returns the keys of the facts (external data such as prices and vault readings) that the agent's next evaluation needs; see
 * `agentFactKeys`.
 */
export function factKeysOf(context: AutopilotAgentContext): readonly string[] {
  const { engineState, link, paper } = context;
  if (paper === null && link === null) return [];
  const { chainId } = engineState.policy;
  const needed = neededFacts(engineState);
  return [
    ...(paper === null && link !== null ? [agentFactKeys.vault(chainId), agentFactKeys.agent(chainId, link.vault, link.agentId)] : []),
    ...needed.prices.map((token) => agentFactKeys.price(chainId, token)),
    ...needed.highs.map((window) => agentFactKeys.high(chainId, window)),
    ...needed.safety.map((token) => agentFactKeys.safety(chainId, token)),
  ];
}

/**
 * Returns the key of the fact (external data) that states a current problem of the agent's chain, which the inspector shows to operators.
 * The fact is requested only while a real trade is in flight on that chain.
 */
export function troubleKeysOf({ engineState, trade, paper }: AutopilotAgentContext): readonly string[] {
  return trade === null || paper !== null ? [] : [chainTroubleKey(engineState.policy.chainId)];
}

/**
 * Converts fetched facts (external data) to the input for evaluating an agent's strategies. Returns null when the chain has no vault, or
 * has a different vault than the agent's.
 */
export function factsOf({ engineState, link, paper }: AutopilotAgentContext, facts: Facts): AgentFacts | null {
  const { chainId } = engineState.policy;
  if (paper === null && facts.get(agentFactKeys.vault(chainId)) !== link?.vault) return null;
  const agent = paper === null && link !== null ? facts.get(agentFactKeys.agent(chainId, link.vault, link.agentId)) : undefined;
  const needed = neededFacts(engineState);
  const prices: Record<string, PriceFact> = {};
  for (const token of needed.prices) {
    const price = facts.get(agentFactKeys.price(chainId, token));
    prices[token] = isPrice(price) ? price : { kind: 'none', reason: 'no-price', detail: 'The price of the token could not be read.' };
  }
  const highs: Record<string, string> = {};
  for (const window of needed.highs) {
    const high = facts.get(agentFactKeys.high(chainId, window));
    if (typeof high === 'string') highs[window] = high;
  }
  const safety: Record<string, SafetyFact> = {};
  for (const token of needed.safety) {
    const scan = facts.get(agentFactKeys.safety(chainId, token));
    if (isScan(scan)) safety[token] = scan;
  }
  return { agent: isAgent(agent) ? agent : null, prices, highs, safety };
}

// The facts (external data for an evaluation) are produced by this service itself. So the shape of a fact is checked only where a wrong
// shape could cause damage.

function isPrice(fact: unknown): fact is PriceFact {
  return typeof fact === 'object' && fact !== null && 'kind' in fact && (fact.kind === 'price' || fact.kind === 'none');
}

function isScan(fact: unknown): fact is SafetyFact {
  return typeof fact === 'object' && fact !== null && 'score' in fact && (fact.score === null || typeof fact.score === 'number');
}

function isAgent(fact: unknown): fact is OnChainAgent {
  return typeof fact === 'object' && fact !== null && 'policyHash' in fact && 'balances' in fact && 'limits' in fact;
}
