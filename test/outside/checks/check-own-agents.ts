import { MOST_OF_A_KIND } from '../../../src/features/autopilot/activity-repository.ts';
import type { ChainTrade, WantedAgent } from '../../crash/agent-owners.ts';
import { type AgentAnswers, checkAgents } from '../../crash/verify/check-agents.ts';
import type { OwnersDoing, VaultAgent } from '../agent-doings.ts';

/**
 * Whether a problem only says that an agent has not traded often enough. Such problems are ignored here, because the number of trades
 * depends on the available time.
 */
const isUnfinished = (problem: string): boolean => / was to buy | sold \d+ of | counts /.test(problem);

/**
 * Does the checks of `checkAgents` for agents that still have runs left. Also checks that each agent shows the vault's data and reports its
 * owner's actions.
 * @param isTroubled whether both endpoints misbehaved at the same time
 * @param amountsHold false after a reorg: the same transaction may then have been executed at another price
 */
export function checkOwnAgents(
  wanted: readonly WantedAgent[],
  chain: { readonly trades: readonly ChainTrade[]; readonly agents: readonly VaultAgent[]; readonly doings: readonly OwnersDoing[] },
  answers: AgentAnswers,
  amountsHold: boolean,
  isTroubled: (atMs: number) => boolean,
): string[] {
  const problems = checkAgents(wanted, chain.trades, answers, amountsHold).filter((problem) => !isUnfinished(problem));
  for (const { confirmed, runs } of wanted) {
    if (confirmed === null) continue;
    const { agentId, recordId } = confirmed;
    const name = `agent ${agentId}`;
    const own = chain.trades.filter((trade) => trade.agentId === agentId);
    const buys = own.filter(({ isBuy }) => isBuy).length;
    const sells = own.length - buys;
    if (buys > runs) problems.push(`${name} bought ${buys} times, and was to buy ${runs} times at most`);
    // A sale sells the whole balance of a token, also when it comes from several buys. So there can be fewer sales than buys, but never
    // more.
    if (sells > buys) problems.push(`${name} has sold ${sells} times after ${buys} buys`);
    const shown = answers.agents.find(({ _id }) => _id === recordId);
    const inVault = chain.agents.find((agent) => agent.agentId === agentId);
    if (shown === undefined || inVault === undefined) {
      problems.push(`${name} is ${shown === undefined ? 'not shown' : 'not in the vault'}`);
      continue;
    }
    const counted = Object.fromEntries(shown.strategies.map(({ id, runs: made }) => [id, made]));
    if (counted.buy !== buys || counted.sell !== sells)
      problems.push(`${name} counts ${JSON.stringify(counted)}, and the chain has ${buys} buys and ${sells} sells`);
    if (shown.policyHash !== inVault.policyHash) problems.push(`${name} has another policy than the vault`);
    if (!sameBalances(shown.balances, inVault.balances))
      problems.push(`${name} shows ${JSON.stringify(shown.balances)}, and the vault has ${JSON.stringify(inVault.balances)}`);
    const kept = answers.activity.get(recordId) ?? [];
    const lines = kept.filter(({ takenBackAt }) => takenBackAt === undefined);
    for (const doing of chain.doings.filter((one) => one.agentId === agentId)) {
      // The service keeps only the newest activity entries of each kind, so older ones may be missing.
      const ofKind = kept.filter(({ kind }) => kind === doing.kind);
      if (ofKind.length >= MOST_OF_A_KIND.others && ofKind.every(({ at }) => Date.parse(at) > doing.atMs)) continue;
      const told = lines.filter(({ kind, txHash }) => kind === doing.kind && txHash === doing.txHash).length;
      // The service never finds an event that no endpoint returns while its block is among the last 64 (docs/known-limits.md).
      if (told === 0 && isTroubled(doing.atMs)) continue;
      if (told !== 1) problems.push(`the feed of ${name} tells the ${doing.kind} ${doing.txHash} ${told} times`);
    }
  }
  return problems;
}

function sameBalances(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((token) => (one[token] ?? '0') === (other[token] ?? '0'));
}
