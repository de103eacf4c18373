import type { ChainTrade, ShownActivity, ShownAgent, WantedAgent } from '../agent-owners.ts';

export type AgentAnswers = {
  readonly agents: readonly ShownAgent[];
  /** Activity entries of the agents, by the id of the agent's record. */
  readonly activity: ReadonlyMap<string, readonly ShownActivity[]>;
};

/**
 * Compares the trades that the vault executed with the intended ones and with the service's data. Each buy must occur once, and not more
 * often than the policy's runs; each must be sold once. The agents' activity must contain exactly the trades on chain, and nothing
 * acknowledged may be lost.
 * @param amountsHold false when the chain was rolled back: the same transaction may then have been executed again at another price
 */
export function checkAgents(
  wanted: readonly WantedAgent[],
  trades: readonly ChainTrade[],
  { agents, activity }: AgentAnswers,
  amountsHold: boolean,
): string[] {
  const problems: string[] = [];
  for (const { recordIds, confirmed, policyHash, updatedPolicyHash = policyHash } of wanted) {
    const known = new Set(agents.map(({ _id }) => _id));
    for (const id of recordIds) if (!known.has(id)) problems.push(`agent ${id} was acknowledged, and is gone`);
    if (confirmed === null) continue;
    const agent = agents.find(({ _id }) => _id === confirmed.recordId);
    if (agent?.agentId !== confirmed.agentId)
      problems.push(`agent ${confirmed.recordId} was linked to ${confirmed.agentId}, and is not now`);
    if (agent !== undefined && agent.policyHash !== updatedPolicyHash) problems.push(`agent ${confirmed.recordId} has another policy`);
  }
  for (const one of wanted) problems.push(...problemsOf(one, trades, activity, agents, amountsHold));
  const strangers = trades.filter(({ agentId }) => !wanted.some(({ confirmed }) => confirmed?.agentId === agentId));
  if (strangers.length > 0) problems.push(`${strangers.length} trades of agents that nobody confirmed`);
  return problems;
}

function problemsOf(
  one: WantedAgent,
  trades: readonly ChainTrade[],
  activity: AgentAnswers['activity'],
  agents: readonly ShownAgent[],
  amountsHold: boolean,
): string[] {
  const { confirmed, runs, amount } = one;
  if (confirmed === null) return ['an agent was never confirmed'];
  const { agentId, recordId } = confirmed;
  const own = trades.filter((trade) => trade.agentId === agentId);
  const buys = own.filter(({ isBuy }) => isBuy);
  const problems: string[] = [];
  if (buys.length !== runs) problems.push(`agent ${agentId} bought ${buys.length} times, and was to buy ${runs} times`);
  if (own.length - buys.length !== buys.length) problems.push(`agent ${agentId} sold ${own.length - buys.length} of ${buys.length} buys`);
  const units = String(Math.round(Number(amount) * 1e6));
  for (const { amountIn } of buys) if (amountIn !== units) problems.push(`agent ${agentId} bought with ${amountIn}, not ${units}`);

  const told = (activity.get(recordId) ?? []).filter(({ kind, takenBackAt }) => kind === 'trade' && takenBackAt === undefined);
  const byHash = Map.groupBy(told, ({ txHash }) => txHash ?? '');
  for (const trade of own) {
    const lines = byHash.get(trade.txHash) ?? [];
    if (lines.length !== 1) problems.push(`the feed of agent ${agentId} has ${lines.length} lines of ${trade.txHash}`);
    const [line] = lines;
    if (line === undefined || !amountsHold) continue;
    if (line.amountIn !== trade.amountIn || line.amountOut !== trade.amountOut)
      problems.push(`the feed tells other amounts of ${trade.txHash}`);
  }
  if (told.length > own.length) problems.push(`the feed of agent ${agentId} tells ${told.length} trades; the chain has ${own.length}`);
  const agent = agents.find(({ _id }) => _id === recordId);
  const counted = Object.fromEntries((agent?.strategies ?? []).map(({ id, runs: made }) => [id, made]));
  if (counted.buy !== runs || counted.sell !== runs) problems.push(`agent ${agentId} counts ${JSON.stringify(counted)}, not ${runs} each`);
  if (agent !== undefined && amountsHold && Object.keys(agent.costBasis).length > 0) {
    problems.push(`agent ${agentId} has sold all, and shows a cost basis: ${JSON.stringify(agent.costBasis)}`);
  }
  return problems;
}
