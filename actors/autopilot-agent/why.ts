import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import { chainTroubleKey } from '../../src/values/chain-trouble-key.ts';
import { clause } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { outcomesNow, type StrategyOutcome } from './outcomes-now.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

/** What an agent waits for, and why each of its strategies did not act: by the facts of this moment where they could be had. */
export function whyAutopilotAgent({ value, context }: Snapshot, nowMs: number, facts: Facts | null): OwnWhy {
  const { trade, isPaused, standing } = context;
  const trouble = facts?.get(chainTroubleKey(standing.policy.chainId));
  const details = [...(typeof trouble === 'string' ? [`Of its chain: ${trouble}`] : []), ...failureLines(context, nowMs)];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  const since = trade === null ? '' : ` since ${whenText(trade.startedAtMs, nowMs)}`;
  const what = trade === null ? 'a trade' : `"${trade.intent.strategyId}": ${clause(trade.intent.reason)}`;
  switch (value) {
    case 'planning':
      return say('trade-planning', `It looks for a route${since} for ${what}.`);
    case 'papering':
      return say('trade-on-paper', `It works out on paper${since} what ${what} would bring.`);
    case 'submitting':
      return say('trade-submitted', `Its trade is at the sender${since} and waits for its transaction. ${what}.`);
    case 'recording':
      return say('trade-recording', `Its transaction has settled, and what it moved is read from the chain. ${what}.`);
    case 'reconciling':
      return say('reconciling', 'It was restored: it asks the vault and the books what was traded since, before it goes on.');
    case 'unlinked':
      return say(
        'waiting-for-link',
        `It waits for its on-chain twin: its wallet has to send the createAgent transaction on chain ${standing.policy.chainId} and confirm it.`,
      );
    default:
      if (isPaused) return say('paused', 'Its owner has paused it: it goes on when it is resumed.');
      return watching(context, nowMs, facts, details);
  }
}

/** Kinds that say the same of all strategies, and of the agent. */
const OF_THE_AGENT: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>([
  'policy-hash-mismatch',
  'chain-not-configured',
  'inactive-on-chain',
  'paused-on-chain',
  'chain-unreadable',
  'not-running',
]);

/** What tells most first: what is about to happen, then what somebody has to mend, then what time or the market will bring. */
const ORDER: readonly OutcomeKind[] = [
  'fired',
  'superseded',
  'trade-in-flight',
  'router-not-allowed',
  'no-executor',
  'refused-on-chain',
  'fee-on-transfer',
  'too-many-agents',
  'not-worth-gas',
  'gas-budget-used',
  'gas-price-too-high',
  'no-budget',
  'over-limit',
  'owner-price-bound',
  'over-sell-cap',
  'unsafe-token',
  'protected',
  'no-route',
  'output-below-minimum',
  'price-disagreement',
  'stale-price',
  'no-price',
  'cooldown',
  'condition-not-met',
  'not-due',
  'no-holding',
  'expired',
  'finished',
  'disabled',
];

function watching(context: AutopilotAgentContext, nowMs: number, facts: Facts | null, failures: readonly string[]): OwnWhy {
  const outcomes = outcomesNow(context, nowMs, facts);
  const [first] = [...outcomes].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  if (first === undefined) {
    const sentence =
      context.standing.policy.strategies.length === 0 ? 'Its policy has no strategy.' : 'It was not looked at yet: the next tick does.';
    return { code: 'not-looked-at', sentence, details: failures };
  }
  if (OF_THE_AGENT.has(first.kind)) return { code: first.kind, sentence: first.text, details: failures };
  const age = facts === null ? ['What follows is from its last look; the prices of now could not be had.'] : [];
  if (outcomes.length === 1) return { code: first.kind, sentence: `"${first.strategy.id}": ${first.text}`, details: [...age, ...failures] };
  const lead = first.kind === 'fired' ? '' : `None of its ${outcomes.length} strategies acts now. `;
  return {
    code: first.kind,
    sentence: `${lead}"${first.strategy.id}": ${first.text}`,
    details: [...age, ...outcomes.filter((one) => one !== first).map(lineOf), ...failures],
  };
}

function lineOf({ strategy, text }: StrategyOutcome): string {
  return `"${strategy.id}": ${text}`;
}

function failureLines({ lastFailure }: AutopilotAgentContext, nowMs: number): readonly string[] {
  if (lastFailure === null) return [];
  return [`Its last trade was not made, at ${whenText(lastFailure.atMs, nowMs)}: ${clause(lastFailure.message)}.`];
}
