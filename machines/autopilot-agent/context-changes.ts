import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotAgentContext, AutopilotAgentInput } from './context.ts';
import type { AutopilotAgentEvent } from './events.ts';
import { noteFill, noteMove } from './note-fill.ts';
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
 * A restored agent counts the fills that came after the restored state: they happened all the same. Of a dry run nothing is on chain, and
 * the restored state is the truth.
 */
export function rebuilt(context: AutopilotAgentContext, { fills, chain, at }: Reconciled): Partial<AutopilotAgentContext> {
  if (context.paper !== null) return {};
  const { lastFillSec } = context.standing;
  const unseen = fills.filter(({ fill }) => fill.blockTimeSec > lastFillSec);
  const standing = unseen.reduce(
    (so, { intent, fill }) => noteFill(so, intent, fill, fill.blockTimeSec * 1000),
    noteMove(context.standing, at),
  );
  return { standing, tradeNo: context.tradeNo + unseen.length, ...(chain === null ? {} : { chain, chainSeenAtMs: at }) };
}
