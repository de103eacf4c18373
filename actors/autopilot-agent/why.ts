import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import { chainTroubleKey } from '../../src/values/chain-trouble-key.ts';
import { clause } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { trailLines } from '../../src/values/route-trail.ts';
import { outcomesNow, type StrategyOutcome } from './outcomes-now.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

/**
 * Explains to operators what an agent waits for and why each of its strategies did not trade. Uses current facts (external data such as
 * prices) when they are available.
 * @param outcomes what each strategy would do now, for a caller that has evaluated the agent already
 */
export function whyAutopilotAgent(
  { value, context }: Snapshot,
  nowMs: number,
  facts: Facts | null,
  outcomes: () => readonly StrategyOutcome[] = () => outcomesNow(context, nowMs, facts),
): OwnWhy {
  const { trade, isPaused, engineState } = context;
  const trouble = facts?.get(chainTroubleKey(engineState.policy.chainId));
  const details = [...(typeof trouble === 'string' ? [`Problem of the chain: ${trouble}`] : []), ...failureLines(context, nowMs)];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  const since = trade === null ? '' : ` since ${whenText(trade.startedAtMs, nowMs)}`;
  const what = trade === null ? 'a trade' : `"${trade.intent.strategyId}": ${clause(trade.intent.reason)}`;
  switch (value) {
    case 'planning':
      return say('trade-planning', `The agent is looking for a route${since} for its trade ${what}.`);
    case 'papering':
      return say('trade-on-paper', `The agent is a dry run and has been simulating a trade${since}: ${what}.`);
    case 'submitting':
      return say(
        'trade-submitted',
        `The agent's trade waits${since} for the receipt of its transaction, which may contain trades of other agents too. ${what}.`,
      );
    case 'recording':
      return say(
        'trade-recording',
        `The transaction of the agent's trade has settled; the traded amounts are being read from the chain. ${what}.`,
      );
    case 'reconciling':
      return say(
        'reconciling',
        'An operator restored the agent to an older state. Before the agent continues, it reads the later trades from the vault and from the trade records.',
      );
    case 'unlinked':
      return say(
        'waiting-for-link',
        `The agent waits until it exists on chain: its wallet must send the createAgent transaction on chain ${engineState.policy.chainId} and confirm it.`,
      );
    default:
      if (isPaused) return say('paused', 'The owner has paused the agent. It continues when the owner resumes it.');
      return watching(context, outcomes(), facts !== null, details);
  }
}

/** Kinds of strategy outcomes whose cause concerns the whole agent, not only one of its strategies. */
const OF_THE_AGENT: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>([
  'policy-hash-mismatch',
  'chain-not-configured',
  'inactive-on-chain',
  'paused-on-chain',
  'chain-unreadable',
  'not-running',
]);

/**
 * Outcome kinds from most to least important: actions that are about to happen, then problems that a person must fix, then conditions that
 * will change with time or with the market.
 */
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

/**
 * Explains what an agent waits for while it has no trade in flight.
 * @param isCurrent whether the outcomes were evaluated with current facts (external data), and not stored at the last tick
 */
function watching(
  context: AutopilotAgentContext,
  outcomes: readonly StrategyOutcome[],
  isCurrent: boolean,
  failures: readonly string[],
): OwnWhy {
  const [first] = [...outcomes].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  if (first === undefined) {
    const sentence =
      context.engineState.policy.strategies.length === 0
        ? "The agent's policy has no strategy."
        : 'The agent was not evaluated yet. The service evaluates it at its next regular check.';
    return { code: 'not-looked-at', sentence, details: failures };
  }
  if (OF_THE_AGENT.has(first.kind)) return { code: first.kind, sentence: first.text, details: failures };
  const age = !isCurrent ? ['Current prices are not available, so this explanation is from the last evaluation.'] : [];
  if (outcomes.length === 1) return { code: first.kind, sentence: `"${first.strategy.id}": ${first.text}`, details: [...age, ...failures] };
  const lead = first.kind === 'fired' ? '' : `None of the agent's ${outcomes.length} strategies acts now. `;
  return {
    code: first.kind,
    sentence: `${lead}"${first.strategy.id}": ${first.text}`,
    details: [...age, ...outcomes.filter((one) => one !== first).map(lineOf), ...failures],
  };
}

function lineOf({ strategy, text }: StrategyOutcome): string {
  return `"${strategy.id}": ${text}`;
}

function failureLines({ lastFailure, lastRoutes }: AutopilotAgentContext, nowMs: number): readonly string[] {
  const routes = lastRoutes === undefined ? [] : trailLines(lastRoutes);
  if (lastFailure === null) return routes;
  return [`The last trade failed at ${whenText(lastFailure.atMs, nowMs)}: ${clause(lastFailure.message)}.`, ...routes];
}
