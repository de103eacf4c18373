import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { StrategyState } from '../../machines/autopilot-agent/engine-state.ts';
import { hasMadeAllRuns } from '../../machines/autopilot-agent/strategies/dca.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { amount, badge, cell, text, time } from '../../src/values/inspection/section-values.ts';
import type { Fact, Section } from '../../src/values/inspection/sections.ts';

/**
 * Builds the inspector's sections that matter to an agent's owner: what the vault holds for the agent, what the agent spent today, and when
 * its next scheduled purchase comes.
 */
export function agentBusiness({ engineState, chain, paper, isPaused }: AutopilotAgentContext): readonly Section[] {
  const { chainId, budgetToken, strategies } = engineState.policy;
  const balances = Object.entries(paper?.balances ?? chain?.balances ?? {}).filter(([, units]) => units !== '0');
  const times = Object.values(engineState.strategies);
  const ended = strategies.filter((strategy) => hasEnded(strategy, engineState.strategies[strategy.id]));
  const next = Math.min(
    ...strategies.flatMap((strategy) => (ended.includes(strategy) ? [] : (engineState.strategies[strategy.id]?.nextAtMs ?? []))),
  );
  const isOver = strategies.length > 0 && ended.length === strategies.length;
  const none = isOver ? 'none: its strategies have ended' : 'none: its strategies watch prices';
  const last = Math.max(...times.flatMap(({ lastFillAtMs }) => lastFillAtMs ?? []));
  const trades = times.reduce((sum, { runs }) => sum + runs, 0);
  const facts: readonly Fact[] = [
    {
      name: paper === null ? 'In the vault' : 'In the simulated vault',
      value: {
        lines: balances.length === 0 ? [[text('nothing')]] : balances.map(([token, units]) => [amount({ amount: units, token, chainId })]),
      },
    },
    ...(chain === null ? [] : [{ name: 'Spent today', value: cell(amount({ amount: chain.spentToday, token: budgetToken, chainId })) }]),
    { name: 'Trades', value: cell(text(String(trades)), ...(Number.isFinite(last) ? [text('the last'), time(last)] : [])) },
    { name: 'Next scheduled', value: cell(Number.isFinite(next) ? time(next) : text(none)) },
    ...(isPaused ? [{ name: 'Paused', value: cell(badge('by the owner', 'warn')) }] : []),
  ];
  return [{ kind: 'facts', title: 'Agent', facts }];
}

/** Whether a strategy never acts again: it is switched off or expired, or has made all of its runs. */
function hasEnded(strategy: Strategy, state: StrategyState | undefined): boolean {
  if (strategy.enabled === false || state?.isOver === true) return true;
  return strategy.type === 'dca' && hasMadeAllRuns(strategy, state?.runs ?? 0);
}
