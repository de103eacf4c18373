import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Outcome, OutcomeKind, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import { pauseText } from '../../src/values/owner-bounds.ts';
import type { AutopilotAgentContext, StoredOutcome } from './context.ts';
import type { EngineState } from './engine-state.ts';
import { evaluateStrategies } from './evaluate-strategies.ts';
import { readPaperVault } from './paper-vault.ts';

export type Judgement = {
  /** The outcome of each strategy (what it did, or why it did not trade), by strategy id. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly trade: TradeIntent | null;
  /** The engine state to store. When the evaluation changed nothing, it is the same object as the agent's current engine state. */
  readonly noted: EngineState;
};

/**
 * The input for evaluating an agent's strategies. `facts` (external data) is null when the chain has no vault; `at` is the time of the
 * evaluation, in UTC ms.
 */
export type Look = { readonly facts: AgentFacts | null; readonly at: number };

const judged = new WeakMap<object, { readonly context: AutopilotAgentContext; readonly judgement: Judgement }>();

/**
 * Evaluates the agent's strategies for one event. The function is pure. Its result is cached per event, because several guards and actions
 * of one step of the machine need it.
 */
export function evaluate(context: AutopilotAgentContext, look: Look): Judgement {
  const known = judged.get(look);
  if (known !== undefined && known.context === context) return known.judgement;
  const judgement = evaluateAgain(context, look);
  judged.set(look, { context, judgement });
  return judgement;
}

function evaluateAgain(context: AutopilotAgentContext, { facts, at }: Look): Judgement {
  const { engineState, link, paper } = context;
  if (context.isPaused) return standstill(context, 'not-running', 'The agent is paused.');
  if (link === null && paper === null)
    return standstill(context, 'not-running', 'The agent waits until its on-chain agent is created and confirmed.');
  if (facts === null)
    return standstill(
      context,
      'chain-not-configured',
      `Chain ${engineState.policy.chainId} has no Autopilot vault in the settings of this service.`,
    );
  const agent = agentOf(context, facts, at);
  if (agent === null) return standstill(context, 'chain-unreadable', 'The agent could not be read from the chain.');
  if (agent.policyHash !== context.policyHash) {
    return standstill(
      context,
      'policy-hash-mismatch',
      'The policy on chain differs from the stored policy. The owner must send updatePolicy, or update the stored agent.',
    );
  }
  const pause = pauseText(agent.guard, 'agent');
  if (pause !== null) return standstill(context, 'paused-on-chain', pause);
  if (!agent.active) return standstill(context, 'inactive-on-chain', 'The agent is switched off on chain.');
  return evaluateStrategies(engineState, { ...facts, agent }, at);
}

/**
 * Whether a tick changes nothing: no trade is made, the engine state stays the same, and the outcome of every strategy is of the same kind
 * as its stored outcome.
 */
export function changesNothing(context: AutopilotAgentContext, look: Look): boolean {
  const { outcomes, trade, noted } = evaluate(context, look);
  return trade === null && noted === context.engineState && storedOutcomes(context, outcomes, look.at) === context.outcomes;
}

/** Returns the agent's vault; for a dry run, the simulated vault. */
function agentOf(context: AutopilotAgentContext, facts: AgentFacts, atMs: number): OnChainAgent | null {
  const { paper, engineState, policyHash, limits } = context;
  if (paper === null) return facts.agent;
  const { wallet, budgetToken } = engineState.policy;
  return readPaperVault(paper, { owner: wallet, budgetToken, policyHash, limits }, atMs);
}

/**
 * Merges the outcomes of a tick into the stored outcomes. A stored outcome keeps its start time while the new outcomes are of the same
 * kind.
 */
export function storedOutcomes(
  context: AutopilotAgentContext,
  outcomes: Readonly<Record<string, { readonly kind: OutcomeKind }>>,
  atMs: number,
): Readonly<Record<string, StoredOutcome>> {
  const stored: Record<string, StoredOutcome> = {};
  let isChanged = Object.keys(context.outcomes).length !== Object.keys(outcomes).length;
  for (const [id, { kind }] of Object.entries(outcomes)) {
    const before = context.outcomes[id];
    if (before?.kind === kind) stored[id] = before;
    else {
      stored[id] = { kind, sinceMs: atMs };
      isChanged = true;
    }
  }
  return isChanged ? stored : context.outcomes;
}

/** Returns the ids of the strategies that the token safety check blocks now and did not block at the last tick. */
export function newlyUnsafe(context: AutopilotAgentContext, { outcomes }: Judgement): readonly string[] {
  return Object.keys(outcomes).filter((id) => outcomes[id]?.kind === 'unsafe-token' && context.outcomes[id]?.kind !== 'unsafe-token');
}

function standstill(context: AutopilotAgentContext, kind: OutcomeKind, detail: string): Judgement {
  const outcomes: Record<string, Outcome> = {};
  for (const { id } of context.engineState.policy.strategies) outcomes[id] = { kind, detail, numbers: {} };
  return { outcomes, trade: null, noted: context.engineState };
}
