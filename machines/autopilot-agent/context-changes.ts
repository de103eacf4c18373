import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { AutopilotAgentContext, AutopilotAgentInput } from './context.ts';
import type { AutopilotAgentEvent } from './events.ts';
import { noteFill, noteMove } from './note-fill.ts';
import { fillPaperVault, openPaperVault } from './paper-vault.ts';

export function firstContext(input: AutopilotAgentInput): AutopilotAgentContext {
  const { paperBudget, paperFeeBps, ...terms } = input;
  return {
    ...terms,
    isPaused: false,
    link: null,
    chain: null,
    chainSeenAtMs: null,
    paper: paperBudget === null ? null : openPaperVault(input.engineState.policy.budgetToken, paperBudget, paperFeeBps),
    outcomes: {},
    trade: null,
    tradeNo: 0,
    lastFailure: null,
    warnedOfExpirySec: null,
  };
}

/** Builds a trade's unique id. The id contains the time, so that an agent that was restored to an older state never reuses an id. */
export function tradeIdOf(recordId: string, tradeNo: number, atMs: number): string {
  return `autopilot/${recordId}/${tradeNo}-${atMs}`;
}

/** Applies a fill to the simulated vault of a dry run; leaves an agent with real funds unchanged. */
export function paperFilled(context: AutopilotAgentContext, intent: TradeIntent, fill: TradeFill): Pick<AutopilotAgentContext, 'paper'> {
  return { paper: context.paper === null ? null : fillPaperVault(context.paper, intent, fill) };
}

type Reconciled = Extract<AutopilotAgentEvent, { type: 'RECONCILED' }>;

/**
 * Adds to an agent's restored state the fills (executed trades) that are on the chain but happened after the restored state was stored. A
 * dry run makes no trades on the chain, so nothing is added to its state.
 */
export function rebuilt(context: AutopilotAgentContext, { fills, chain, at }: Reconciled): Partial<AutopilotAgentContext> {
  if (context.paper !== null) return {};
  const { lastFillSec } = context.engineState;
  const unseen = fills.filter(({ fill }) => fill.blockTimeSec > lastFillSec);
  const engineState = unseen.reduce(
    (so, { intent, fill }) => noteFill(so, intent, fill, fill.blockTimeSec * 1000),
    noteMove(context.engineState, at),
  );
  return { engineState, tradeNo: context.tradeNo + unseen.length, ...(chain === null ? {} : { chain, chainSeenAtMs: at }) };
}
