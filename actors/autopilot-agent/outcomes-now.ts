import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { evaluate } from '../../machines/autopilot-agent/judge.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { Outcome } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { factsOf } from './agent-facts.ts';
import { outcomeSentence } from './outcome-sentences.ts';

export type StrategyOutcome = { readonly strategy: Strategy; readonly kind: Outcome['kind']; readonly text: string };

/**
 * Computes what each strategy of an agent would do with the current facts (external data such as prices). When `facts` is null, returns the
 * stored outcomes of the last tick. A strategy that was never evaluated is omitted.
 */
export function outcomesNow(context: AutopilotAgentContext, nowMs: number, facts: Facts | null): readonly StrategyOutcome[] {
  const outcomes = facts === null ? storedOf(context) : evaluate(context, { facts: factsOf(context, facts), at: nowMs }).outcomes;
  return toldOutcomes(context, nowMs, outcomes);
}

/** Describes the outcomes of an agent's strategies that were already evaluated, in the order of the policy's strategies. */
export function toldOutcomes(
  context: AutopilotAgentContext,
  nowMs: number,
  outcomes: Readonly<Record<string, Outcome>>,
): readonly StrategyOutcome[] {
  return context.engineState.policy.strategies.flatMap((strategy) => {
    const outcome = outcomes[strategy.id];
    if (outcome === undefined) return [];
    // A strategy that would act must wait while any trade of the agent is in flight.
    const isHeld = context.trade !== null && (outcome.kind === 'fired' || outcome.kind === 'superseded');
    const told: Outcome = isHeld ? { kind: 'trade-in-flight', detail: '', numbers: {} } : outcome;
    return [{ strategy, kind: told.kind, text: outcomeSentence({ context, strategy, outcome: told, nowMs }) }];
  });
}

function storedOf({ outcomes }: AutopilotAgentContext): Readonly<Record<string, Outcome>> {
  return Object.fromEntries(Object.entries(outcomes).map(([id, { kind }]) => [id, { kind, detail: '', numbers: {} }]));
}
