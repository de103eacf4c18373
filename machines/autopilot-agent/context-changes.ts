import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotAgentContext, AutopilotAgentInput } from './context.ts';
import type { AutopilotAgentEvent } from './events.ts';
import { firstOf } from './first-standing.ts';
import { noteFill } from './note-fill.ts';
import { fillPaperVault, openPaperVault } from './paper-vault.ts';

export function firstContext(input: AutopilotAgentInput): AutopilotAgentContext {
  const { paperBudget, ...terms } = input;
  return {
    ...terms,
    isPaused: false,
    link: null,
    chain: null,
    chainSeenAtMs: null,
    paper: paperBudget === null ? null : openPaperVault(input.standing.policy.budgetToken, paperBudget),
    outcomes: {},
    trade: null,
    tradeNo: 0,
    lastFailure: null,
    warnedOfExpirySec: null,
  };
}

/** With the time in it, so that an agent that was put back to an older state never uses a trade's name again. */
export function tradeIdOf(recordId: string, tradeNo: number, atMs: number): string {
  return `autopilot/${recordId}/${tradeNo}-${atMs}`;
}

/** What a dry run's vault is after a trade; nothing for an agent that trades. */
export function paperFilled(context: AutopilotAgentContext, intent: TradeIntent, fill: TradeFill): Pick<AutopilotAgentContext, 'paper'> {
  return { paper: context.paper === null ? null : fillPaperVault(context.paper, intent, fill) };
}

type Reconciled = Extract<AutopilotAgentEvent, { type: 'RECONCILED' }>;

/**
 * A restored agent counts anew what it holds and what that cost, from all its fills: those after the restored revision happened all the
 * same. Of a dry run nothing is on chain, and the restored state is the truth.
 */
export function rebuilt(context: AutopilotAgentContext, { fills, chain, at }: Reconciled): Partial<AutopilotAgentContext> {
  if (context.paper !== null) return {};
  const { policy, strategies, protection } = context.standing;
  let standing: AutopilotAgentContext['standing'] = { ...context.standing, basis: {} };
  for (const { intent, fill } of fills) standing = noteFill(standing, intent, fill, fill.blockTimeSec * 1000);
  const runs = Object.fromEntries(
    policy.strategies.map((strategy) => {
      const { id } = strategy;
      const own = fills.filter(({ intent }) => intent.strategyId === id);
      const last = own.at(-1)?.fill.blockTimeSec;
      const now = standing.strategies[id] ?? strategies[id] ?? firstOf(strategy, at);
      return [id, { ...now, runs: own.length, lastFillAtMs: last === undefined ? null : last * 1000 }];
    }),
  );
  return {
    standing: { ...standing, strategies: runs, protection },
    tradeNo: Math.max(context.tradeNo, fills.length),
    ...(chain === null ? {} : { chain, chainSeenAtMs: at }),
  };
}
